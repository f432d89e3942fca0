package org.lakeingest.format.json;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;

/** Sets up the parser library. */
final class JsonParsers {
    private JsonParsers() {}

    static JsonFactory newFactory(int maxDepth) {
        return JsonFactory.builder()
                // Interning costs a lookup in a table of the whole process for each new name.
                .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
                // A document with unlucky names is slow, not wrong.
                .disable(JsonFactory.Feature.FAIL_ON_SYMBOL_HASH_OVERFLOW)
                .enable(StreamReadFeature.USE_FAST_DOUBLE_PARSER)
                .streamReadConstraints(StreamReadConstraints.builder()
                        .maxNestingDepth(maxDepth)
                        .maxNumberLength(Integer.MAX_VALUE)
                        .maxStringLength(Integer.MAX_VALUE)
                        .maxNameLength(Integer.MAX_VALUE)
                        .build())
                .build();
    }
}
