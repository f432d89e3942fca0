package org.lakeingest.format.avro;

import org.lakeingest.api.ErrorCode;
import org.lakeingest.api.ErrorKind;

/** What can be wrong with Avro. */
enum AvroErrorCode implements ErrorCode {
    /** The schema file cannot be read, is no schema, or describes what columns cannot hold. */
    AVRO_SCHEMA(ErrorKind.CONFIGURATION),
    /** The bytes are not a value of the schema: too few, too many, or impossible ones. */
    AVRO_MALFORMED(ErrorKind.RECORD),
    /** A decimal or a time that its column cannot hold. */
    AVRO_OUT_OF_RANGE(ErrorKind.RECORD),
    /** A tombstone, while some column may not be null. */
    AVRO_REQUIRED(ErrorKind.RECORD);

    private final ErrorKind kind;

    AvroErrorCode(ErrorKind kind) {
        this.kind = kind;
    }

    @Override
    public ErrorKind kind() {
        return kind;
    }
}
