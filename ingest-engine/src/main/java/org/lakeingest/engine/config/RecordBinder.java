package org.lakeingest.engine.config;

import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Binds one section to one record; used once. */
final class RecordBinder {
    private final ConfigBinder binder;
    private final ConfigNode.Mapping section;
    private final Class<? extends Record> type;
    private final String path;
    private final Set<String> others;
    private final List<OptionSpec> specs;
    private final Map<String, ConfigNode> unread;
    private final Map<String, ConfigNode> nodes = new LinkedHashMap<>();
    private final Set<String> failed = new HashSet<>();
    private final ValueReader reader;
    private final int problemsBefore;

    RecordBinder(
            ConfigBinder binder,
            ConfigNode.Mapping section,
            Class<? extends Record> type,
            String path,
            Set<String> others) {
        this.binder = binder;
        this.section = section;
        this.type = type;
        this.path = path;
        this.others = others;
        this.specs = OptionSpec.of(type);
        this.unread = new LinkedHashMap<>(section.entries());
        this.unread.keySet().removeAll(others);
        this.reader = new ValueReader(binder, section.location());
        this.problemsBefore = binder.problems().size();
    }

    @Nullable
    Record bind() {
        @Nullable Object[] values = new @Nullable Object[specs.size()];
        for (int i = 0; i < values.length; i++) {
            values[i] = value(specs.get(i));
        }
        reportUnknown();
        Record bound = construct(values);
        return binder.problems().size() == problemsBefore ? bound : null;
    }

    private String pathOf(String name) {
        return path.isEmpty() ? name : path + "." + name;
    }

    /** The option's value. A wrong one is reported and replaced by the default, if there is one, to find what else is wrong. */
    private @Nullable Object value(OptionSpec spec) {
        ConfigNode node = take(spec);
        if (node != null) {
            nodes.put(spec.name(), node);
        }
        if (node == null || node instanceof ConfigNode.Null) {
            Object value = reader.absent(spec, pathOf(spec.name()));
            if (value == null) {
                failed.add(spec.name());
                if (spec.isRequired()) {
                    Location location = node == null ? section.location() : node.location();
                    binder.problem(pathOf(spec.name()), location, node == null ? "is required" : "has no value");
                }
            }
            return value;
        }
        Object value = reader.read(spec.type(), node, pathOf(spec.name()));
        if (value == null) {
            failed.add(spec.name());
            return ValueReader.defaultValue(spec);
        }
        return value;
    }

    private @Nullable ConfigNode take(OptionSpec spec) {
        ConfigNode node = unread.remove(spec.name());
        for (String former : spec.option().formerNames()) {
            ConfigNode old = unread.remove(former);
            if (old != null && node != null) {
                binder.problem(
                        pathOf(former),
                        old.location(),
                        "is the former name of '" + spec.name() + "', which is set too; remove one");
            } else if (old != null) {
                binder.warning(pathOf(former), old.location(), "is now called '" + spec.name() + "'");
                node = old;
            }
        }
        return spec.type().shape() == OptionType.Shape.MAP ? withDotted(spec.name(), node) : node;
    }

    /** Adds what is written {@code client.a: 1} to what is written {@code client: {b: 2}}. */
    private @Nullable ConfigNode withDotted(String name, @Nullable ConfigNode nested) {
        String prefix = name + ".";
        Map<String, ConfigNode> dotted = new LinkedHashMap<>();
        Location first = section.location();
        for (String key : List.copyOf(unread.keySet())) {
            ConfigNode node = key.startsWith(prefix) ? unread.remove(key) : null;
            if (node != null) {
                first = dotted.isEmpty() ? node.location() : first;
                dotted.put(key.substring(prefix.length()), node);
            }
        }
        if (dotted.isEmpty()) {
            return nested;
        }
        if (nested instanceof ConfigNode.Mapping mapping) {
            mapping.entries().forEach((key, node) -> {
                if (dotted.putIfAbsent(key, node) != null) {
                    binder.problem(pathOf(prefix + key), node.location(), "is set twice, dotted and nested");
                }
            });
        } else if (nested != null && !(nested instanceof ConfigNode.Null)) {
            return nested;
        }
        return new ConfigNode.Mapping(dotted, first);
    }

    private void reportUnknown() {
        if (unread.isEmpty()) {
            return;
        }
        List<String> names = new ArrayList<>(others);
        specs.forEach(spec -> names.add(spec.name()));
        unread.forEach((key, node) -> {
            String nearest = NearestName.of(key, names);
            String hint = nearest == null
                    ? "; there are " + String.join(", ", names.stream().sorted().toList())
                    : "; did you mean '" + nearest + "'?";
            binder.problem(pathOf(key), node.location(), "unknown option" + hint);
        });
    }

    /**
     * The record's own checks stop at the first thing they dislike. Each time they do, the option they name is reported and
     * set back to its default, so that the next one comes to light.
     */
    private @Nullable Record construct(@Nullable Object[] values) {
        Set<String> reset = new HashSet<>();
        while (!Arrays.asList(values).contains(null)) {
            String message;
            try {
                return constructor().newInstance(values);
            } catch (InvocationTargetException e) {
                message = rejection(e);
            } catch (ReflectiveOperationException e) {
                throw new IllegalStateException(type.getName() + " cannot be created", e);
            }
            OptionSpec culprit = culprit(message);
            if (culprit != null && !reset.add(culprit.name())) {
                // It complains about the default now, which nobody wrote.
                return null;
            }
            report(culprit, message);
            if (culprit == null) {
                return null;
            }
            values[specs.indexOf(culprit)] = ValueReader.defaultValue(culprit);
        }
        return null;
    }

    private Constructor<? extends Record> constructor() throws NoSuchMethodException {
        Class<?>[] parameters = Arrays.stream(type.getRecordComponents())
                .map(RecordComponent::getType)
                .toArray(Class<?>[]::new);
        Constructor<? extends Record> constructor = type.getDeclaredConstructor(parameters);
        constructor.setAccessible(true);
        return constructor;
    }

    private String rejection(InvocationTargetException e) {
        if (e.getCause() instanceof IllegalArgumentException refused && refused.getMessage() != null) {
            return refused.getMessage();
        }
        throw new IllegalStateException(type.getName() + " refuses its options without saying why", e.getCause());
    }

    /** The option that the message starts with; the longest of several. */
    private @Nullable OptionSpec culprit(String message) {
        OptionSpec found = null;
        for (OptionSpec spec : specs) {
            String name = spec.name();
            boolean starts = message.startsWith(name)
                    && (message.length() == name.length() || " :.'".indexOf(message.charAt(name.length())) >= 0);
            if (starts && (found == null || name.length() > found.name().length())) {
                found = spec;
            }
        }
        return found;
    }

    /** A complaint about an option that was set back because of another problem may be about the default. */
    private static boolean mentions(String message, String name) {
        return Pattern.compile("(?<![\\w-])" + Pattern.quote(name) + "(?![\\w-])")
                .matcher(message)
                .find();
    }

    private void report(@Nullable OptionSpec culprit, String message) {
        if (failed.stream().anyMatch(name -> mentions(message, name))) {
            return;
        }
        String masked = Masking.message(message, reader.hidden());
        if (culprit == null) {
            binder.problem(path, section.location(), masked);
            return;
        }
        ConfigNode node = nodes.get(culprit.name());
        String rest = message.substring(culprit.name().length()).replaceFirst("^[: ]+", "");
        binder.problem(
                pathOf(culprit.name()),
                node == null ? section.location() : node.location(),
                Masking.message(rest, reader.hidden()));
    }
}
