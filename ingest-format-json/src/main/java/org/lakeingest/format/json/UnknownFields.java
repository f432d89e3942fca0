package org.lakeingest.format.json;

import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.base.ParserBase;
import java.io.IOException;
import org.jspecify.annotations.Nullable;
import org.lakeingest.api.IngestException;
import org.lakeingest.format.json.JsonDecoderConfig.UnknownFieldPolicy;

/** Skips and counts fields that are no columns and cannot become any, or refuses them. Confined to one thread. */
final class UnknownFields {
    private final UnknownFieldPolicy policy;
    private final String subject;
    private final BatchCount skipped;

    /** @param inside names the field whose object the unknown ones are in, for messages; empty for the document itself */
    UnknownFields(UnknownFieldPolicy policy, String inside, BatchCount skipped) {
        this.policy = policy;
        this.subject = inside.isEmpty() ? "a field" : "a field inside '" + inside + "'";
        this.skipped = skipped;
    }

    /** The parser stands at the field's value; skips it, or returns why it is refused. A null would have added nothing. */
    @Nullable
    IngestException skip(ParserBase parser) throws IOException {
        IngestException refusal = refusal(parser.currentToken() == JsonToken.VALUE_NULL);
        if (refusal == null) {
            parser.skipChildren();
            if (policy == UnknownFieldPolicy.IGNORE) {
                skipped.one();
            }
        }
        return refusal;
    }

    /** Why a field is refused, or null when it is not. */
    @Nullable
    IngestException refusal(boolean isNull) {
        if (policy == UnknownFieldPolicy.IGNORE || (policy == UnknownFieldPolicy.ADD && isNull)) {
            return null;
        }
        return new IngestException(
                JsonErrorCode.JSON_UNKNOWN_FIELD,
                subject
                        + switch (policy) {
                            case ADD ->
                                " is not among the columns and cannot become one: the target takes no new ones, or the name is"
                                        + " empty (let the sink add columns, or set unknown-fields to ignore or rest)";
                            case REST ->
                                " is not among the columns, and the column for the rest cannot hold it: the target lacks a"
                                        + " rest-column of type variant, or the field is inside a tuple";
                            default -> " is not among the columns (see the options columns and unknown-fields)";
                        });
    }
}
