package org.lakeingest.format.json;

import org.lakeingest.api.ErrorCode;
import org.lakeingest.api.ErrorKind;

/** Why a payload is no row. */
enum JsonErrorCode implements ErrorCode {
    /** No value, more than one, broken syntax, or not UTF-8. */
    JSON_MALFORMED,
    /** Half of a surrogate pair, written as an escape. */
    JSON_LONE_SURROGATE,
    /** Nested deeper than the option {@code max-depth}. */
    JSON_TOO_DEEP,
    /** An object gives one name twice. */
    JSON_DUPLICATE_NAME,
    /** A number outside the range of the column, or of any number the lake has. */
    JSON_OUT_OF_RANGE,
    /** A value of another kind than the column's type. */
    JSON_WRONG_KIND,
    /** Null, or nothing, for a column that may not be null. */
    JSON_REQUIRED,
    /** A field that is no column, while the option {@code unknown-fields} says reject. */
    JSON_UNKNOWN_FIELD;

    @Override
    public ErrorKind kind() {
        return ErrorKind.RECORD;
    }
}
