package org.lakeingest.app.flat;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.lakeingest.engine.config.ConfigNode;
import org.lakeingest.engine.config.ConfigProblem;
import org.lakeingest.engine.config.Location;

/** The pipeline file while it is put together from flat keys. Confined to one thread. */
final class FlatDraft {
    private final Map<String, FlatValue> values;
    private final Map<String, ConfigNode> nodes = new LinkedHashMap<>();
    private final Map<String, FlatValue> origins = new LinkedHashMap<>();
    private final Set<String> used = new HashSet<>();
    private final Location location;
    private final List<ConfigProblem> problems = new ArrayList<>();
    private final List<String> warnings = new ArrayList<>();

    FlatDraft(Map<String, FlatValue> values, Location location) {
        this.values = values;
        this.location = location;
    }

    /** Another key's value, for effects that depend on two. */
    FlatValue value(FlatKey key) {
        FlatValue value = values.get(key.name());
        return value == null ? new FlatValue(key.name(), key.name(), "", false, location) : value;
    }

    /**
     * Sets an option; the text is taken as it is, without references.
     *
     * @param path names from the top, joined by slashes, since names of the Kafka client hold dots
     */
    void set(String path, String text, FlatValue from) {
        put(path, scalar(text, from), from);
    }

    /** Sets an option that no key decides. */
    void setAlways(String path, String text) {
        nodes.put(path, new ConfigNode.Scalar(text, location));
    }

    void setList(String path, List<String> texts, FlatValue from) {
        List<ConfigNode> elements = new ArrayList<>();
        for (String text : texts) {
            elements.add(scalar(text, from));
        }
        put(path, new ConfigNode.Sequence(elements, from.location()), from);
    }

    private void put(String path, ConfigNode node, FlatValue from) {
        nodes.put(path, node);
        origins.put(path, from);
        used(from);
    }

    /** The value went into an option that another key is named for. */
    void used(FlatValue value) {
        used.add(value.name());
    }

    boolean isUsed(FlatValue value) {
        return used.contains(value.name());
    }

    void refuse(FlatValue value, String message) {
        problems.add(new ConfigProblem(value.key(), value.location(), message));
    }

    void warn(String message) {
        warnings.add(message);
    }

    List<ConfigProblem> problems() {
        return problems;
    }

    List<String> warnings() {
        return warnings;
    }

    /** The key behind each option, by path. */
    Map<String, FlatValue> origins() {
        return origins;
    }

    ConfigNode.Mapping pipeline() {
        return section("");
    }

    private ConfigNode.Mapping section(String prefix) {
        Map<String, ConfigNode> entries = new LinkedHashMap<>();
        nodes.forEach((path, node) -> {
            if (path.startsWith(prefix)) {
                String rest = path.substring(prefix.length());
                int slash = rest.indexOf('/');
                String name = slash < 0 ? rest : rest.substring(0, slash);
                entries.computeIfAbsent(name, key -> slash < 0 ? node : section(prefix + key + "/"));
            }
        });
        return new ConfigNode.Mapping(entries, location);
    }

    private static ConfigNode scalar(String text, FlatValue from) {
        // The flat form knows no references: what looks like one is a part of the value.
        return new ConfigNode.Scalar(text.replace("${", "$${"), from.location());
    }
}
