package org.lakeingest.sandbox.lake;

import java.util.ArrayList;
import java.util.List;

/** Takes apart the type texts that the database inside prints, for example {@code STRUCT("1" INTEGER, "2" VARCHAR[])}. */
final class StoredTypes {
    private StoredTypes() {}

    /** The parts between the outermost commas. */
    static List<String> split(String inside) {
        List<String> parts = new ArrayList<>();
        int depth = 0;
        int from = 0;
        boolean quoted = false;
        for (int i = 0; i < inside.length(); i++) {
            char c = inside.charAt(i);
            if (c == '"') {
                quoted = !quoted;
            } else if (!quoted && c == '(') {
                depth++;
            } else if (!quoted && c == ')') {
                depth--;
            } else if (!quoted && c == ',' && depth == 0) {
                parts.add(inside.substring(from, i).strip());
                from = i + 1;
            }
        }
        parts.add(inside.substring(from).strip());
        return parts;
    }

    /** The name of a field {@code name TYPE}, without quotes. */
    static String name(String field) {
        int end = field.startsWith("\"") ? field.indexOf('"', 1) + 1 : field.indexOf(' ');
        String name = field.substring(0, end).strip();
        return name.startsWith("\"") ? name.substring(1, name.length() - 1) : name;
    }

    /** The type of a field {@code name TYPE}. */
    static String afterName(String field) {
        int end = field.startsWith("\"") ? field.indexOf('"', 1) + 1 : field.indexOf(' ');
        return field.substring(end).strip();
    }
}
