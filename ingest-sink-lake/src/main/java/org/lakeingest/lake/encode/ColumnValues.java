package org.lakeingest.lake.encode;

/**
 * The values of one column of a file, for the rows of one row batch. Which of the getters may be called follows from the
 * column's kind, as with {@link org.lakeingest.api.RowBatch.Column}. One thread.
 */
abstract class ColumnValues {
    boolean isNull(int row) {
        return false;
    }

    boolean getBoolean(int row) {
        throw wrongKind();
    }

    long getLong(int row) {
        throw wrongKind();
    }

    double getDouble(int row) {
        throw wrongKind();
    }

    /** Appends the bytes of a value of a byte kind as they are. */
    void putBytes(GrowingBytes out, int row) {
        throw wrongKind();
    }

    /** Appends a value of kind STRING as a quoted JSON string; answers false when it is not valid UTF-8. */
    boolean putJsonString(GrowingBytes out, int row) {
        throw wrongKind();
    }

    /** Whether the text of a VARIANT may hold line breaks. */
    boolean mayHoldLineBreaks() {
        return true;
    }

    ColumnValues child(int index) {
        throw wrongKind();
    }

    /** First row of the children that belongs to this row; the row after it gives the end. */
    int childStart(int row) {
        throw wrongKind();
    }

    IllegalStateException wrongKind() {
        return new IllegalStateException(
                "Not a value of this kind: " + getClass().getSimpleName());
    }
}
