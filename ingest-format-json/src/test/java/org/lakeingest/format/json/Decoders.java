package org.lakeingest.format.json;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.lakeingest.api.Decoder;
import org.lakeingest.format.json.JsonDecoderConfig.DuplicateNames;
import org.lakeingest.format.json.JsonDecoderConfig.Envelope;
import org.lakeingest.format.json.JsonDecoderConfig.EpochUnit;
import org.lakeingest.format.json.JsonDecoderConfig.InvalidUtf8;
import org.lakeingest.format.json.JsonDecoderConfig.Tombstones;
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
        return config(columns, "");
    }

    /**
     * A configuration.
     *
     * @param options as a user would write them: {@code unknown-fields: rest, epoch-unit: auto}
     */
    static JsonDecoderConfig config(Map<String, String> columns, String options) {
        Map<String, String> settings = new LinkedHashMap<>();
        for (String option : options.isEmpty() ? new String[0] : options.split(", *")) {
            settings.put(
                    option.substring(0, option.indexOf(':')),
                    option.substring(option.indexOf(':') + 1).trim());
        }
        return new JsonDecoderConfig(
                "value",
                columns,
                Boolean.parseBoolean(settings.getOrDefault("infer-columns", "false")),
                choice(settings.get("unknown-fields"), UnknownFieldPolicy.class),
                settings.getOrDefault("rest-column", "_rest"),
                Integer.parseInt(settings.getOrDefault("max-columns", "1000")),
                choice(settings.get("epoch-unit"), EpochUnit.class),
                choice(settings.get("duplicate-names"), DuplicateNames.class).orElse(DuplicateNames.REJECT),
                Boolean.parseBoolean(settings.getOrDefault("blank-is-empty", "false")),
                choice(settings.get("tombstones"), Tombstones.class).orElse(Tombstones.NULL_ROW),
                choice(settings.get("invalid-utf8"), InvalidUtf8.class).orElse(InvalidUtf8.REJECT),
                Integer.parseInt(settings.getOrDefault("max-depth", "126")),
                choice(settings.get("envelope"), Envelope.class).orElse(Envelope.NONE),
                settings.containsKey("key-fields")
                        ? List.of(settings.getOrDefault("key-fields", "").split(" "))
                        : List.of(),
                "_op",
                "_version");
    }

    private static <E extends Enum<E>> Optional<E> choice(@Nullable String text, Class<E> type) {
        return Optional.ofNullable(text)
                .map(name -> Enum.valueOf(type, name.replace('-', '_').toUpperCase(Locale.ROOT)));
    }

    /** A decoder that infers columns, with more options as in {@link #config(Map, String)}. */
    static Decoder inferring(String moreOptions) {
        return inferring(Map.of(), moreOptions, new TestPluginContext());
    }

    static Decoder inferring(Map<String, String> columns, String moreOptions, TestPluginContext context) {
        String separator = moreOptions.isEmpty() ? "" : ", ";
        return create(config(columns, "infer-columns: true" + separator + moreOptions), context);
    }

    static Map<String, String> columns(String... namesAndTypes) {
        Map<String, String> columns = new LinkedHashMap<>();
        for (int i = 0; i < namesAndTypes.length; i += 2) {
            columns.put(namesAndTypes[i], namesAndTypes[i + 1]);
        }
        return columns;
    }
}
