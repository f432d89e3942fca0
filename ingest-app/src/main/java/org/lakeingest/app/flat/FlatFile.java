package org.lakeingest.app.flat;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.lakeingest.app.ConfigException;
import org.lakeingest.engine.config.ConfigNode;
import org.lakeingest.engine.config.ConfigProblem;
import org.lakeingest.engine.config.NearestName;

/**
 * The original tool's flat JSON file as a pipeline file. A key nobody knows is a warning here, as the original ignored it; a value of
 * the wrong type, and what this version cannot do, is a problem.
 */
public final class FlatFile {
    /** In both kinds of file, so it tells nothing. */
    private static final String COMMON = "workers";

    private FlatFile() {}

    /**
     * The outcome.
     *
     * @param pipeline to be bound like any pipeline file; its places are those in the flat file
     * @param warnings one line each
     */
    public record Converted(ConfigNode.Mapping pipeline, List<String> warnings) {}

    /** Whether the file has keys of the flat form, and none of the sections that every pipeline file has. */
    public static boolean isFlat(ConfigNode.Mapping root) {
        boolean flat = false;
        for (String key : root.entries().keySet()) {
            if (key.equals("source") || key.equals("sink")) {
                return false;
            }
            flat |= !key.equals(COMMON) && find(key) != null;
        }
        return flat;
    }

    /**
     * Turns the keys into sections.
     *
     * @throws ConfigException with everything that is wrong with it
     */
    public static Converted convert(ConfigNode.Mapping root) {
        List<ConfigProblem> problems = new ArrayList<>();
        List<String> warnings = new ArrayList<>();
        Map<String, FlatValue> values = values(root, problems, warnings);
        FlatDraft draft = new FlatDraft(values, root.location());
        draft.setType("source", "kafka");
        draft.setType("decoder", "json");
        draft.setType("sink", "lake");
        for (FlatKey key : FlatKeys.ALL) {
            FlatValue value = values.get(key.name());
            if (value != null) {
                key.effect().apply(value, draft);
            }
        }
        problems.addAll(draft.problems());
        if (!problems.isEmpty()) {
            throw new ConfigException(problems);
        }
        warnings.addAll(draft.warnings());
        return new Converted(draft.pipeline(), warnings);
    }

    private static Map<String, FlatValue> values(
            ConfigNode.Mapping root, List<ConfigProblem> problems, List<String> warnings) {
        Map<String, FlatValue> values = new LinkedHashMap<>();
        for (FlatKey key : FlatKeys.ALL) {
            if (key.fallback() != null) {
                values.put(key.name(), new FlatValue(key.name(), key.fallback(), false, root.location()));
            }
        }
        root.entries().forEach((spelling, node) -> {
            FlatKey key = find(spelling);
            if (key == null) {
                warnings.add(unknown(spelling));
            } else if (node instanceof ConfigNode.Null) {
                return;
            } else if (node instanceof ConfigNode.Scalar scalar && key.kind().fits(scalar.text())) {
                FlatValue earlier =
                        values.put(key.name(), new FlatValue(spelling, scalar.text(), true, scalar.location()));
                if (earlier != null && earlier.given()) {
                    problems.add(new ConfigProblem(
                            spelling, scalar.location(), "means the same as " + earlier.key() + "; keep one of them"));
                }
            } else {
                problems.add(new ConfigProblem(
                        spelling, node.location(), "must be " + key.kind().title()));
            }
        });
        return values;
    }

    private static String unknown(String key) {
        List<String> known = new ArrayList<>();
        FlatKeys.ALL.forEach(each -> known.addAll(each.names()));
        String nearest = NearestName.of(key, known);
        return key + " is no known key and is ignored" + (nearest == null ? "" : "; did you mean " + nearest + "?");
    }

    private static @Nullable FlatKey find(String spelling) {
        for (FlatKey key : FlatKeys.ALL) {
            if (key.isSpelt(spelling)) {
                return key;
            }
        }
        return null;
    }
}
