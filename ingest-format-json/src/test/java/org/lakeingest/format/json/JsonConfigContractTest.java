package org.lakeingest.format.json;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.lakeingest.api.ComponentFactory;
import org.lakeingest.format.json.JsonDecoderConfig.DuplicateNames;
import org.lakeingest.format.json.JsonDecoderConfig.EpochUnit;
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
        settings.put("unknown-fields", "reject");
        settings.put("epoch-unit", "millis");
        settings.put("duplicate-names", "allow");
        settings.put("max-depth", "1000");
        return settings;
    }

    @Override
    protected JsonDecoderConfig full() {
        return new JsonDecoderConfig(
                "raw_data",
                Decoders.columns("id", "bigint not null", "price", "decimal(10, 2)"),
                UnknownFieldPolicy.REJECT,
                Optional.of(EpochUnit.MILLIS),
                DuplicateNames.ALLOW,
                1000);
    }

    @Override
    protected Map<Map<String, String>, String> wrong() {
        return Map.of(
                Map.of("column", " "), "column",
                Map.of("columns.id", "int32"), "columns",
                Map.of("unknown-fields", "skip"), "unknown-fields",
                Map.of("epoch-unit", "nanos"), "epoch-unit",
                Map.of("max-depth", "0"), "max-depth",
                Map.of("max-depth", "1001"), "max-depth");
    }

    @Override
    protected String introduction() {
        return """
                Decoder `json`

                Without `columns`, a whole value becomes one VARIANT, its bytes kept as they came; a tombstone and a value without bytes
                become null. With `columns`, fields of an object become columns of the same name; a field that is missing is null, and
                nothing is converted or rounded: a value of another kind, or one that does not fit, rejects the record.

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
                twice, nesting beyond `max-depth`.""";
    }
}
