package org.lakeingest.lake.encode;

import org.lakeingest.api.ErrorCode;
import org.lakeingest.api.ErrorKind;

/** What can be wrong with rows on their way into a file. */
public enum EncodeErrorCode implements ErrorCode {
    /** A column's type has no form in the file format. */
    LAKE_FILE_COLUMN_UNSUPPORTED(ErrorKind.CONFIGURATION),
    /** A value has no form in the file format. */
    LAKE_FILE_VALUE_UNSUPPORTED(ErrorKind.RECORD);

    private final ErrorKind kind;

    EncodeErrorCode(ErrorKind kind) {
        this.kind = kind;
    }

    @Override
    public ErrorKind kind() {
        return kind;
    }
}
