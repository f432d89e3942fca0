package org.lakeingest.sandbox.lake;

import java.util.List;
import java.util.stream.Collectors;

/** Quotes names and texts for the database inside. */
final class Sql {
    private Sql() {}

    static String name(String name) {
        return '"' + name.replace("\"", "\"\"") + '"';
    }

    static String text(String text) {
        return '\'' + text.replace("'", "''") + '\'';
    }

    static String names(List<String> names) {
        return names.stream().map(Sql::name).collect(Collectors.joining(", "));
    }
}
