package org.lakeingest.format.avro;

import org.lakeingest.api.ErrorCode;
import org.lakeingest.api.ErrorKind;

/** What can be wrong with Avro. */
enum AvroErrorCode implements ErrorCode {
    AVRO_SCHEMA(
            ErrorKind.CONFIGURATION,
            "The schema file cannot be read, holds no schema, or describes what columns cannot hold.",
            "Correct `schema-file`, or the schema in it; the message names the field."),
    AVRO_MALFORMED(
            ErrorKind.RECORD,
            "The bytes are no value of the schema: too few, too many, or impossible ones.",
            "Check that the producer writes with exactly this schema, and without the framing of a schema registry."),
    AVRO_OUT_OF_RANGE(
            ErrorKind.RECORD,
            "A decimal has more digits than its schema says, or a time lies outside the years 0001 to 9999.",
            "Correct the producer, or the schema."),
    AVRO_REQUIRED(
            ErrorKind.RECORD,
            "The value is a tombstone, and some column may not be null.",
            "Make every field a union with null, or keep tombstones out of the topic.");

    private final ErrorKind kind;
    private final String meaning;
    private final String remedy;

    AvroErrorCode(ErrorKind kind, String meaning, String remedy) {
        this.kind = kind;
        this.meaning = meaning;
        this.remedy = remedy;
    }

    @Override
    public ErrorKind kind() {
        return kind;
    }

    String meaning() {
        return meaning;
    }

    String remedy() {
        return remedy;
    }
}
