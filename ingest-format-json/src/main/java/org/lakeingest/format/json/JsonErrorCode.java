package org.lakeingest.format.json;

import java.util.Optional;
import org.lakeingest.api.ErrorCode;
import org.lakeingest.api.ErrorKind;
import org.lakeingest.api.RejectStage;

/** Why a payload is no row. */
public enum JsonErrorCode implements ErrorCode {
    JSON_MALFORMED(
            "The value holds no document, more than one, broken syntax, or is not UTF-8.",
            "Correct the producer; the message names the byte. JSON is taken strictly: no comments, no trailing commas."
                    + " For bytes that are not UTF-8 see `invalid-utf8`."),
    JSON_LONE_SURROGATE(
            "Half of a surrogate pair is written as an escape, without the other half.",
            "Correct the producer, which probably cut a text inside a character."),
    JSON_TOO_DEEP(
            "Arrays and objects nest deeper than `max-depth`.", "Raise `max-depth`, when the sink loads Parquet."),
    JSON_DUPLICATE_NAME(
            "An object gives one name twice, or two fields of a document belong to one column, as `Id` and `id` may do.",
            "Correct the producer; or set `duplicate-names: keep-last`, when the names are inside a VARIANT and the last"
                    + " value is the one that counts."),
    JSON_OUT_OF_RANGE(
            "A number or a time does not fit its column, or a number is larger than any double.",
            "Declare a wider type; for times written as integers check `epoch-unit`."),
    JSON_WRONG_KIND(
            "A value is of another kind than its column's type, and is not one that can be read as that type without a"
                    + " loss.",
            "Declare another type (`variant` takes anything), let the sink widen columns, or correct the producer."),
    JSON_REQUIRED(
            "A column that may not be null has no value.",
            "Drop `not null` from its type or its column, or correct the producer."),
    JSON_UNKNOWN_FIELD(
            "A field is no column, and `unknown-fields` says reject; or it says add or rest, and there can be no column"
                    + " for the field.",
            "Add a column, or set `unknown-fields` to `ignore`, to `rest`, or to `add` with a sink that adds columns."),
    JSON_TOO_MANY_COLUMNS(
            "A document has a new field, and there are as many columns as `max-columns` allows.",
            "Often names hold values, such as ids: declare that part as `map` or `variant` in `columns`, or set"
                    + " `unknown-fields: rest`. Else raise `max-columns`."),
    JSON_NO_COLUMNS(
            "A document has a value for no column at all, and every column of the target has a default or takes no null:"
                    + " its row would have no column.",
            "Correct the producer; for records without a value see `tombstones`."),
    JSON_ENVELOPE(
            "With `envelope`, a value is no change: not JSON, no object, or without operation, row or position in a log.",
            "Check that the topic holds changes of rows, and `envelope`; a position is what a connector writes into `source`."),
    JSON_CHANGE_KEY(
            "A delete names no row: the record has no key, or one that is no object while `key-fields` does not name a"
                    + " single column.",
            "Set `key-fields`, or let the producer write keys."),
    JSON_KEY_DIFFERS(
            "With `envelope: keyed`, a value gives a field of its record's key another value than the key does.",
            "Correct the producer; or name in `key-fields` those fields of the key that name the row: others are not"
                    + " compared."),
    JSON_TRUNCATE(
            "The table that the changes come from was truncated; what was before that is still in the target.",
            "Truncate the target, or load it anew, and go on behind the record named."),
    JSON_TOMBSTONE("A record has no value, and `tombstones` says reject.", "Set `tombstones` to `skip` or `null-row`.");

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

    @Override
    public Optional<RejectStage> stage() {
        return switch (this) {
            case JSON_CHANGE_KEY -> Optional.of(RejectStage.KEY);
            case JSON_UNKNOWN_FIELD, JSON_TOO_MANY_COLUMNS -> Optional.of(RejectStage.EVOLUTION);
            default -> Optional.empty();
        };
    }

    String meaning() {
        return meaning;
    }

    String remedy() {
        return remedy;
    }
}
