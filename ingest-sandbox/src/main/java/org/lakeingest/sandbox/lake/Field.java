package org.lakeingest.sandbox.lake;

import java.util.List;

/**
 * One column of a result.
 *
 * @param type as the protocol writes it, for example {@code Nullable(String)}
 */
record Field(String name, String type) {
    static final List<Field> COPY_RESULT = List.of(
            new Field("File", "String"),
            new Field("Rows_loaded", "Int32"),
            new Field("Errors_seen", "Int32"),
            new Field("First_error", "Nullable(String)"),
            new Field("First_error_line", "Nullable(Int32)"));

    static List<Field> affected(String what) {
        return List.of(new Field("number of rows " + what, "UInt64"));
    }
}
