package org.lakeingest.app.flat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.lakeingest.app.ConfigException;
import org.lakeingest.engine.config.ConfigNode;
import org.lakeingest.engine.config.ConfigProblem;
import org.lakeingest.engine.config.Location;

/**
 * The original tool's flat JSON file, or its flags, as a pipeline file. A key nobody knows is a warning here, as the original ignored
 * it; a value of the wrong type, and what this version cannot do, is a problem.
 */
public final class FlatFile {
    /** In both kinds of file, so it tells nothing. */
    private static final String COMMON = "workers";

    private static final Pattern QUOTED_KEY = Pattern.compile("\"([A-Za-z]+)\"\\s*:");

    private FlatFile() {}

    /**
     * The outcome.
     *
     * @param pipeline to be bound like any pipeline file; its places are those in the flat file
     * @param warnings one line each
     * @param text the same as a pipeline file in YAML, with a comment for each key
     * @param keys the key as the file spells it, by the path of the option it was turned into
     */
    public record Converted(ConfigNode.Mapping pipeline, List<String> warnings, String text, Map<String, String> keys) {
        /** What is wrong with the pipeline, said of the keys that its author knows. */
        public List<ConfigProblem> inKeysOfTheFile(List<ConfigProblem> problems) {
            return problems.stream()
                    .map(problem -> new ConfigProblem(
                            keys.getOrDefault(problem.path(), problem.path()), problem.location(), problem.message()))
                    .toList();
        }
    }

    /** Whether the file has keys of the flat form, and none of the sections that every pipeline file has. */
    public static boolean isFlat(ConfigNode.Mapping root) {
        boolean flat = false;
        for (String key : root.entries().keySet()) {
            if (key.equals("source") || key.equals("sink")) {
                return false;
            }
            flat |= !key.equals(COMMON) && FlatKeys.spelt(key) != null;
        }
        return flat;
    }

    /** Whether a file that cannot be parsed was meant to be flat: it names one of the keys in quotes, and no section. */
    public static boolean resembles(Path path) {
        String text;
        try {
            text = Files.readString(path, StandardCharsets.ISO_8859_1);
        } catch (IOException e) {
            return false;
        }
        boolean flat = false;
        Matcher key = QUOTED_KEY.matcher(text);
        while (key.find()) {
            if (key.group(1).equals("source") || key.group(1).equals("sink")) {
                return false;
            }
            flat |= !key.group(1).equals(COMMON) && FlatKeys.spelt(key.group(1)) != null;
        }
        return flat;
    }

    /**
     * Turns the keys of a file into sections.
     *
     * @throws ConfigException with everything that is wrong with it
     */
    public static Converted convert(ConfigNode.Mapping root) {
        Map<String, FlatValue> values = new LinkedHashMap<>();
        for (FlatKey key : FlatKeys.ALL) {
            putFallback(values, key, key.fallback(), root.location());
        }
        List<ConfigProblem> problems = new ArrayList<>();
        List<String> warnings = new ArrayList<>();
        root.entries().forEach((spelling, node) -> {
            FlatKey key = FlatKeys.spelt(spelling);
            if (key == null) {
                warnings.add(spelling + " is no known key and is ignored" + FlatKeys.suggestion(spelling, false));
            } else if (!(node instanceof ConfigNode.Null)) {
                String text = text(key, node);
                if (text == null) {
                    problems.add(new ConfigProblem(
                            spelling, node.location(), "must be " + key.kind().title()));
                } else {
                    put(values, new FlatValue(key.name(), spelling, text, true, node.location()), problems);
                }
            }
        });
        return finish(values, problems, warnings, root.location());
    }

    /**
     * Turns flags into sections; what no flag gives has the default that flags have.
     *
     * @param flags values by the name of the flag, checked for their type
     * @throws ConfigException with everything that is wrong with them
     */
    public static Converted convertFlags(Map<String, String> flags) {
        Location place = Location.of("command line");
        Map<String, FlatValue> values = new LinkedHashMap<>();
        for (FlatKey key : FlatKeys.ALL) {
            putFallback(values, key, key.flagFallback(), place);
        }
        List<ConfigProblem> problems = new ArrayList<>();
        flags.forEach((flag, text) -> {
            FlatKey key = FlatKeys.flagged(flag);
            if (key != null) {
                put(values, new FlatValue(key.name(), "-" + flag, text, true, place), problems);
            }
        });
        return finish(values, problems, new ArrayList<>(), place);
    }

    private static void putFallback(
            Map<String, FlatValue> values, FlatKey key, @Nullable String fallback, Location place) {
        if (fallback != null) {
            values.put(key.name(), new FlatValue(key.name(), key.name(), fallback, false, place));
        }
    }

    /** Two spellings of one key may stand side by side, for the older and the newer version, as long as they agree. */
    private static void put(Map<String, FlatValue> values, FlatValue value, List<ConfigProblem> problems) {
        FlatValue earlier = values.put(value.name(), value);
        if (earlier != null && earlier.given() && !earlier.text().equals(value.text())) {
            problems.add(new ConfigProblem(
                    value.key(), value.location(), "means the same as " + earlier.key() + "; keep one of them"));
        }
    }

    private static @Nullable String text(FlatKey key, ConfigNode node) {
        return node instanceof ConfigNode.Scalar scalar && key.kind().fits(scalar.text()) ? scalar.text() : null;
    }

    private static Converted finish(
            Map<String, FlatValue> values, List<ConfigProblem> problems, List<String> warnings, Location place) {
        FlatDraft draft = new FlatDraft(values, place);
        // The original, which may take over at any time, knows nothing of positions that are kept in the lake.
        draft.setAlways("delivery", "at-least-once");
        draft.setAlways("source/type", "kafka");
        draft.setAlways("decoder/type", "json");
        // The original let both through, and so does its table; see docs/decisions/2026-11-30-json-validity.md.
        draft.setAlways("decoder/duplicate-names", "keep-last");
        draft.setAlways("decoder/blank-is-empty", "true");
        draft.setAlways("sink/type", "lake");
        for (FlatKey key : FlatKeys.ALL) {
            FlatValue value = values.get(key.name());
            if (value != null) {
                if (value.given()
                        && value.text().startsWith("-")
                        && key.kind() == FlatKey.Kind.NUMBER
                        && !key.name().equals("topicMetadataRefreshIntervalMs")) {
                    draft.refuse(value, "must not be negative");
                } else {
                    key.effect().apply(value, draft);
                }
            }
        }
        problems.addAll(draft.problems());
        if (!problems.isEmpty()) {
            throw new ConfigException(problems);
        }
        warnings.addAll(draft.warnings());
        ConfigNode.Mapping pipeline = draft.pipeline();
        Map<String, String> keys = new HashMap<>();
        draft.origins().forEach((path, value) -> keys.put(path.replace('/', '.'), value.key()));
        return new Converted(
                pipeline,
                List.copyOf(warnings),
                new FlatText(draft, values.values(), warnings).of(pipeline),
                Map.copyOf(keys));
    }
}
