package org.lakeingest.format.json;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.lakeingest.api.ComponentFactory;
import org.lakeingest.format.json.JsonDecoderConfig.DuplicateNames;
import org.lakeingest.format.json.JsonDecoderConfig.Envelope;
import org.lakeingest.format.json.JsonDecoderConfig.EpochUnit;
import org.lakeingest.format.json.JsonDecoderConfig.InvalidUtf8;
import org.lakeingest.format.json.JsonDecoderConfig.Tombstones;
import org.lakeingest.format.json.JsonDecoderConfig.UnknownFieldPolicy;
import org.lakeingest.testkit.ConfigContract;

class JsonConfigContractTest extends ConfigContract<JsonDecoderConfig> {
    @Override
    protected ComponentFactory<?, JsonDecoderConfig> factory() {
        return new JsonDecoderFactory();
    }

    @Override
    protected Map<String, String> least() {
        return Map.of();
    }

    @Override
    protected JsonDecoderConfig defaults() {
        return Decoders.config(Map.of());
    }

    @Override
    protected Map<String, String> everything() {
        Map<String, String> settings = new LinkedHashMap<>();
        settings.put("column", "raw_data");
        settings.put("columns.id", "bigint not null");
        settings.put("columns.price", "decimal(10, 2)");
        settings.put("infer-columns", "true");
        settings.put("unknown-fields", "rest");
        settings.put("rest-column", "others");
        settings.put("max-columns", "77");
        settings.put("epoch-unit", "millis");
        settings.put("duplicate-names", "keep-last");
        settings.put("blank-is-empty", "true");
        settings.put("tombstones", "skip");
        settings.put("invalid-utf8", "replace");
        settings.put("max-depth", "1000");
        settings.put("envelope", "keyed");
        settings.put("key-fields", "region,id");
        settings.put("op-column", "what");
        settings.put("version-column", "when");
        return settings;
    }

    @Override
    protected JsonDecoderConfig full() {
        return new JsonDecoderConfig(
                "raw_data",
                Decoders.columns("id", "bigint not null", "price", "decimal(10, 2)"),
                true,
                Optional.of(UnknownFieldPolicy.REST),
                "others",
                77,
                Optional.of(EpochUnit.MILLIS),
                DuplicateNames.KEEP_LAST,
                true,
                Tombstones.SKIP,
                InvalidUtf8.REPLACE,
                1000,
                Envelope.KEYED,
                List.of("region", "id"),
                "what",
                "when");
    }

    @Override
    protected Map<Map<String, String>, String> wrong() {
        return Map.ofEntries(
                Map.entry(Map.of("column", " "), "column"),
                Map.entry(Map.of("columns.id", "int32"), "columns"),
                Map.entry(Map.of("infer-columns", "maybe"), "infer-columns"),
                Map.entry(Map.of("unknown-fields", "skip"), "unknown-fields"),
                Map.entry(Map.of("unknown-fields", "add"), "unknown-fields"),
                Map.entry(Map.of("unknown-fields", "rest"), "unknown-fields"),
                Map.entry(Map.of("rest-column", ""), "rest-column"),
                Map.entry(Map.of("columns._rest", "variant"), "rest-column"),
                Map.entry(Map.of("max-columns", "0"), "max-columns"),
                Map.entry(Map.of("max-columns", "10001"), "max-columns"),
                Map.entry(Map.of("epoch-unit", "weeks"), "epoch-unit"),
                Map.entry(Map.of("tombstones", "null"), "tombstones"),
                Map.entry(Map.of("invalid-utf8", "base64", "infer-columns", "true"), "invalid-utf8"),
                Map.entry(Map.of("max-depth", "0"), "max-depth"),
                Map.entry(Map.of("max-depth", "1001"), "max-depth"),
                Map.entry(Map.of("envelope", "debezium"), "envelope"),
                Map.entry(Map.of("envelope", "keyed", "infer-columns", "true", "op-column", "_version"), "op-column"),
                Map.entry(Map.of("envelope", "keyed", "columns._op", "string"), "columns"));
    }

    @Override
    protected String introduction() {
        return """
                Decoder `json`

                A value becomes a row in one of three ways:

                | Options | Row |
                |---|---|
                | neither `columns` nor `infer-columns` | the whole value as one VARIANT, its bytes kept as they came |
                | `columns` | a column for each field that is declared; nothing is converted or rounded |
                | `infer-columns: true` | a column for every field, with or without `columns` |

                ```yaml
                decoder:
                  type: json
                  columns:
                    id: bigint not null
                    price: decimal(10, 2)
                    at: timestamp
                    tags: array(string)
                    more: variant
                ```

                A value must be one document of strict JSON in UTF-8. Rejected are also documents that the lake would refuse or
                change in silence: half of a surrogate pair, numbers beyond a double's range (they would become null), names given
                twice (unless `duplicate-names` says otherwise), nesting beyond `max-depth`. A value that does not fit its column rejects its record, and no other.

                Types, conversions, null and missing, and fields that are no columns: [columns from JSON](../json-columns.md).""";
    }
}
