package org.lakeingest.lake;

import java.util.ArrayList;
import java.util.List;

/** A table's name, both parts as the lake stores them. */
record TableName(String database, String table) {
    /**
     * Reads {@code database.table} or {@code table}.
     *
     * @throws IllegalArgumentException when it is neither; the message starts with the option's name
     */
    static TableName parse(String text, String defaultDatabase) {
        List<String> parts = split(text.strip());
        if (parts.size() > 2) {
            throw new IllegalArgumentException("table must be written database.table, not '" + text + "'");
        }
        try {
            String table = SqlIdentifier.stored(parts.get(parts.size() - 1));
            return new TableName(parts.size() == 2 ? SqlIdentifier.stored(parts.get(0)) : defaultDatabase, table);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("table must be written database.table: " + e.getMessage(), e);
        }
    }

    /** Reads what {@link #toString} wrote; a database's name has no dot in it. */
    static TableName ofText(String text) {
        int dot = text.indexOf('.');
        return new TableName(text.substring(0, dot), text.substring(dot + 1));
    }

    private static List<String> split(String text) {
        List<String> parts = new ArrayList<>();
        int start = 0;
        char quote = 0;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (quote != 0) {
                quote = c == quote ? 0 : quote;
            } else if (c == '"' || c == '`') {
                quote = c;
            } else if (c == '.') {
                parts.add(text.substring(start, i));
                start = i + 1;
            }
        }
        parts.add(text.substring(start));
        return parts;
    }

    /** As it goes into a statement. */
    String sql() {
        return SqlIdentifier.quote(database) + "." + SqlIdentifier.quote(table);
    }

    @Override
    public String toString() {
        return database + "." + table;
    }
}
