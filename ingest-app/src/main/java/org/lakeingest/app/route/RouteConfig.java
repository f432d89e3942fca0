package org.lakeingest.app.route;

import java.util.Optional;
import org.lakeingest.api.config.Option;

/** Settings of the transformer {@code route}. */
public record RouteConfig(
        @Option(
                name = "field",
                description = "The column, or the top-level field of the whole message, whose text names the table.")
        String field,

        @Option(
                name = "prefix",
                description = "Put before the text; what is before a dot in it is the database. None if unset.")
        Optional<String> prefix,

        @Option(
                name = "drop-field",
                defaultValue = "false",
                description = "Leave the column out of the rows; not for fields of a whole message.")
        boolean dropField,

        @Option(
                name = "default-table",
                description = "The table of rows whose field is null or absent; they are rejected if it is unset.")
        Optional<String> defaultTable,

        @Option(
                name = "most-tables",
                defaultValue = "1000",
                description = "Different tables that the field may name; rows for one more are rejected.")
        int mostTables) {

    public RouteConfig {
        if (field.isEmpty()) {
            throw new IllegalArgumentException("field must not be empty");
        }
        if (mostTables < 1) {
            throw new IllegalArgumentException("most-tables must be 1 or more, not " + mostTables);
        }
        String written = prefix.orElse("");
        if (written.chars().anyMatch(c -> c == '"' || c == '`' || Character.isISOControl(c))
                || written.indexOf('.') != written.lastIndexOf('.')
                || written.startsWith(".")) {
            throw new IllegalArgumentException(
                    "prefix must be the beginning of database.table or of table, not '" + written + "'");
        }
    }

    /** The target for a table's name as a field gives it; the name is kept as it is. */
    String target(String name) {
        String written = prefix.orElse("");
        int dot = written.indexOf('.');
        return written.substring(0, dot + 1) + '"' + written.substring(dot + 1) + name + '"';
    }
}
