package org.lakeingest.format.json;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.lakeingest.api.Decoder;
import org.lakeingest.format.json.JsonDecoderConfig.DuplicateNames;
import org.lakeingest.format.json.JsonDecoderConfig.EpochUnit;
import org.lakeingest.format.json.JsonDecoderConfig.UnknownFieldPolicy;
import org.lakeingest.testkit.TestPluginContext;

/** Makes decoders for tests. */
final class Decoders {
    private Decoders() {}

    static Decoder ofDocuments() {
        return create(config(Map.of()), new TestPluginContext());
    }

    /** Names and types in turn. */
    static Decoder ofColumns(String... namesAndTypes) {
        return create(config(columns(namesAndTypes)), new TestPluginContext());
    }

    static Decoder create(JsonDecoderConfig config, TestPluginContext context) {
        return new JsonDecoderFactory().create(config, context);
    }

    static JsonDecoderConfig config(Map<String, String> columns) {
        return new JsonDecoderConfig(
                "value", columns, UnknownFieldPolicy.IGNORE, Optional.empty(), DuplicateNames.REJECT, 126);
    }

    static JsonDecoderConfig config(Map<String, String> columns, UnknownFieldPolicy unknown, Optional<EpochUnit> unit) {
        return new JsonDecoderConfig("value", columns, unknown, unit, DuplicateNames.REJECT, 126);
    }

    static Map<String, String> columns(String... namesAndTypes) {
        Map<String, String> columns = new LinkedHashMap<>();
        for (int i = 0; i < namesAndTypes.length; i += 2) {
            columns.put(namesAndTypes[i], namesAndTypes[i + 1]);
        }
        return columns;
    }
}
