package org.lakeingest.format.json;

import org.lakeingest.api.ErrorCode;
import org.lakeingest.api.ErrorKind;

/** Why a payload is no row. */
enum JsonErrorCode implements ErrorCode {
    JSON_MALFORMED(
            "The value holds no document, more than one, broken syntax, or is not UTF-8.",
            "Correct the producer; the message names the byte. JSON is taken strictly: no comments, no trailing commas."),
    JSON_LONE_SURROGATE(
            "Half of a surrogate pair is written as an escape, without the other half.",
            "Correct the producer, which probably cut a text inside a character."),
    JSON_TOO_DEEP(
            "Arrays and objects nest deeper than `max-depth`.", "Raise `max-depth`, when the sink loads Parquet."),
    JSON_DUPLICATE_NAME(
            "An object gives one name twice.",
            "Correct the producer; or set `duplicate-names: allow`, when the sink loads NDJSON."),
    JSON_OUT_OF_RANGE(
            "A number or a time does not fit its column, or a number is larger than any double.",
            "Declare a wider type; for times written as integers check `epoch-unit`."),
    JSON_WRONG_KIND(
            "A value is of another kind than its column's type; nothing is converted.",
            "Declare another type (`variant` takes anything), or correct the producer."),
    JSON_REQUIRED(
            "A column that may not be null has no value.", "Drop `not null` from its type, or correct the producer."),
    JSON_UNKNOWN_FIELD(
            "A field is no column, and `unknown-fields` says reject.",
            "Add a column, or set `unknown-fields: ignore`.");

    private final String meaning;
    private final String remedy;

    JsonErrorCode(String meaning, String remedy) {
        this.meaning = meaning;
        this.remedy = remedy;
    }

    @Override
    public ErrorKind kind() {
        return ErrorKind.RECORD;
    }

    String meaning() {
        return meaning;
    }

    String remedy() {
        return remedy;
    }
}
