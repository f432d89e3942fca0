package org.lakeingest.engine.config;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.lakeingest.api.config.Secret;

/** Turns nodes into the values of one section's options, and remembers what must not be printed. */
final class ValueReader {
    private static final String NO_VALUE = "";

    private final ConfigBinder binder;
    private final Location section;
    private final List<String> hidden = new ArrayList<>();

    ValueReader(ConfigBinder binder, Location section) {
        this.binder = binder;
        this.section = section;
    }

    List<String> hidden() {
        return hidden;
    }

    /** The value; null when there was a problem, which is reported. The node is neither missing nor null. */
    @Nullable
    Object read(OptionType type, ConfigNode node, String path) {
        return switch (type.shape()) {
            case TEXT -> text(type, node, path);
            case SECTION -> section(type, node, path);
            case LIST -> list(type.elementType(), node, path);
            case MAP -> map(node, path);
            case OPTIONAL -> {
                Object value = read(type.elementType(), node, path);
                yield value == null ? null : Optional.of(value);
            }
        };
    }

    private @Nullable Object text(OptionType type, ConfigNode node, String path) {
        if (!(node instanceof ConfigNode.Scalar scalar)) {
            binder.problem(path, node.location(), "needs one value: " + type.describe());
            return null;
        }
        Interpolation.Result result = resolve(scalar, path);
        if (!result.problems().isEmpty()) {
            return null;
        }
        boolean secret = type.raw() == Secret.class;
        if (secret && !result.hasReferences()) {
            binder.warning(path, node.location(), "is a secret in plain text; write ${env:NAME} or ${file:PATH}");
        }
        binder.setting(path, shown(secret, result, path), node.location().toString());
        return parse(type.raw(), result.text(), secret ? Masking.MASK : result.shown(), node.location(), path);
    }

    private Interpolation.Result resolve(ConfigNode.Scalar scalar, String path) {
        Interpolation.Result result = binder.resolve(scalar, path);
        hidden.addAll(result.hidden());
        if (result.hasReferences()) {
            hidden.add(result.text());
        }
        return result;
    }

    private static String shown(boolean secret, Interpolation.Result result, String path) {
        return secret || Masking.isSensitive(path) ? Masking.MASK : Masking.text(result.shown());
    }

    private @Nullable Object parse(Class<?> raw, String text, String shown, Location location, String path) {
        try {
            return TextValue.parse(raw, text);
        } catch (IllegalArgumentException e) {
            binder.problem(path, location, "'" + shown + "' " + e.getMessage());
            return null;
        }
    }

    private @Nullable Object section(OptionType type, ConfigNode node, String path) {
        ConfigNode options = node instanceof ConfigNode.Scalar scalar ? ofOneValue(type, scalar) : node;
        if (!(options instanceof ConfigNode.Mapping mapping)) {
            binder.problem(path, node.location(), "is a section; write its options below it");
            return null;
        }
        return binder.bind(mapping, type.recordType(), path);
    }

    /** The section that is written as the value of one of its options, or the value itself where no option may stand alone. */
    private static ConfigNode ofOneValue(OptionType type, ConfigNode.Scalar value) {
        for (OptionSpec spec : OptionSpec.of(type.recordType())) {
            if (spec.option().alone()) {
                return new ConfigNode.Mapping(Map.of(spec.name(), value), value.location());
            }
        }
        return value;
    }

    private @Nullable Object list(OptionType element, ConfigNode node, String path) {
        if (node instanceof ConfigNode.Sequence sequence) {
            return elements(element, sequence.elements(), path);
        }
        if (node instanceof ConfigNode.Scalar scalar && element.shape() == OptionType.Shape.TEXT) {
            return splitList(element, scalar, path);
        }
        binder.problem(path, node.location(), "is a list; write [a, b], or one element per line after a dash");
        return null;
    }

    private @Nullable Object elements(OptionType element, List<ConfigNode> nodes, String path) {
        List<Object> values = new ArrayList<>();
        boolean complete = true;
        for (int i = 0; i < nodes.size(); i++) {
            ConfigNode node = nodes.get(i);
            String elementPath = path + "[" + i + "]";
            Object value = null;
            if (node instanceof ConfigNode.Null) {
                binder.problem(elementPath, node.location(), "has no value");
            } else {
                value = read(element, node, elementPath);
            }
            if (value == null) {
                complete = false;
            } else {
                values.add(value);
            }
        }
        return complete ? List.copyOf(values) : null;
    }

    private @Nullable Object splitList(OptionType element, ConfigNode.Scalar scalar, String path) {
        Interpolation.Result result = resolve(scalar, path);
        if (!result.problems().isEmpty()) {
            return null;
        }
        boolean secret = element.raw() == Secret.class;
        binder.setting(path, shown(secret, result, path), scalar.location().toString());
        String shown = secret ? Masking.MASK : result.shown();
        return split(element, result.text(), shown, scalar.location(), path);
    }

    private @Nullable List<Object> split(
            OptionType element, String text, String shown, Location location, String path) {
        List<Object> values = new ArrayList<>();
        for (String part : text.split(",", -1)) {
            if (!part.isBlank()) {
                Object value = parse(element.raw(), part.trim(), shown, location, path);
                if (value == null) {
                    return null;
                }
                values.add(value);
            }
        }
        return List.copyOf(values);
    }

    private @Nullable Object map(ConfigNode node, String path) {
        if (!(node instanceof ConfigNode.Mapping mapping)) {
            binder.problem(path, node.location(), "holds settings; write name: value below it");
            return null;
        }
        Map<String, String> values = new LinkedHashMap<>();
        boolean complete = flatten(mapping, "", path, values);
        return complete ? Collections.unmodifiableMap(values) : null;
    }

    private boolean flatten(ConfigNode.Mapping mapping, String prefix, String path, Map<String, String> values) {
        boolean complete = true;
        for (Map.Entry<String, ConfigNode> entry : mapping.entries().entrySet()) {
            String key = prefix + entry.getKey();
            if (entry.getValue() instanceof ConfigNode.Mapping nested) {
                complete &= flatten(nested, key + ".", path, values);
            } else {
                complete &= put(key, entry.getValue(), path + "." + key, values);
            }
        }
        return complete;
    }

    private boolean put(String key, ConfigNode node, String path, Map<String, String> values) {
        Interpolation.Result result = passedThrough(node, path);
        if (result == null || !result.problems().isEmpty()) {
            return false;
        }
        if (values.putIfAbsent(key, result.text()) != null) {
            binder.problem(path, node.location(), "is set twice, dotted and nested");
            return false;
        }
        binder.setting(path, shown(false, result, path), node.location().toString());
        return true;
    }

    /** A list is passed on with commas, as the clients write lists; a key without a value as empty text. */
    private Interpolation.@Nullable Result passedThrough(ConfigNode node, String path) {
        if (node instanceof ConfigNode.Scalar scalar) {
            return resolve(scalar, path);
        } else if (node instanceof ConfigNode.Null) {
            return new Interpolation.Result(NO_VALUE, NO_VALUE, List.of(), List.of());
        }
        List<ConfigNode> elements = ((ConfigNode.Sequence) node).elements();
        if (!elements.stream().allMatch(ConfigNode.Scalar.class::isInstance)) {
            binder.problem(path, node.location(), "is passed through as text; write one value, or a list of values");
            return null;
        }
        String joined = elements.stream()
                .map(element -> ((ConfigNode.Scalar) element).text())
                .collect(Collectors.joining(","));
        return resolve(new ConfigNode.Scalar(joined, node.location()), path);
    }

    /** What an option holds that nobody set; null when it must be set. */
    @Nullable
    Object absent(OptionSpec spec, String path) {
        if (spec.hasDefault()) {
            binder.setting(path, spec.option().defaultValue(), "default");
        }
        return spec.type().shape() == OptionType.Shape.SECTION
                ? binder.bind(ConfigNode.Mapping.empty(section), spec.type().recordType(), path)
                : defaultValue(spec);
    }

    /** What an option holds that nobody set, without reporting anything; null when it must be set. */
    static @Nullable Object defaultValue(OptionSpec spec) {
        OptionType type = spec.type();
        String text = spec.option().defaultValue();
        return switch (type.shape()) {
            case TEXT -> text.isEmpty() ? null : TextValue.parse(type.raw(), text);
            case OPTIONAL ->
                text.isEmpty()
                        ? Optional.empty()
                        : Optional.of(TextValue.parse(type.elementType().raw(), text));
            case LIST -> text.isEmpty() ? List.of() : defaultList(type.elementType(), text);
            case MAP -> Map.of();
            case SECTION ->
                new ConfigBinder(name -> null)
                        .bind(ConfigNode.Mapping.empty(Location.of("default")), type.recordType(), "");
        };
    }

    private static List<Object> defaultList(OptionType element, String text) {
        List<Object> values = new ArrayList<>();
        for (String part : text.split(",", -1)) {
            values.add(TextValue.parse(element.raw(), part.trim()));
        }
        return List.copyOf(values);
    }
}
