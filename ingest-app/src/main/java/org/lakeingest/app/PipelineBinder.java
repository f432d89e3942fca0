package org.lakeingest.app;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.lakeingest.api.ComponentFactory;
import org.lakeingest.api.DeadLetterQueue;
import org.lakeingest.api.Decoder;
import org.lakeingest.api.Sink;
import org.lakeingest.api.Source;
import org.lakeingest.api.Transformer;
import org.lakeingest.app.admin.AdminOptions;
import org.lakeingest.app.plugin.ExtensionPoint;
import org.lakeingest.app.plugin.PluginRegistry;
import org.lakeingest.engine.ErrorPolicy;
import org.lakeingest.engine.PipelineOptions;
import org.lakeingest.engine.config.ConfigBinder;
import org.lakeingest.engine.config.ConfigNode;
import org.lakeingest.engine.config.ConfigReference;
import org.lakeingest.engine.config.ConfigSetting;
import org.lakeingest.engine.config.NearestName;

/** Binds a pipeline file section by section and gathers what is wrong with all of them. Confined to one thread, for one file. */
final class PipelineBinder {
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,199}");
    private static final Set<String> SECTIONS =
            Set.of("name", "source", "decoder", "transformers", "sink", "dead-letters", "admin");

    private final ConfigNode.Mapping root;
    private final PluginRegistry plugins;
    private final ConfigBinder binder = new ConfigBinder();
    private final List<ConfigSetting> effective = new ArrayList<>();

    PipelineBinder(ConfigNode.Mapping root, PluginRegistry plugins) {
        this.root = root;
        this.plugins = plugins;
    }

    PipelineSettings bind(boolean flat, List<String> warnings) {
        String name = name();
        PipelineOptions options = record(root.without(SECTIONS), PipelineOptions.class, "", SECTIONS);
        PipelineComponent<Source> source = component(ExtensionPoint.SOURCE, root.get("source"), "source");
        PipelineComponent<Decoder> decoder = component(ExtensionPoint.DECODER, root.get("decoder"), "decoder");
        List<PipelineComponent<Transformer>> transformers = transformers();
        PipelineComponent<Sink> sink = component(ExtensionPoint.SINK, root.get("sink"), "sink");
        PipelineComponent<DeadLetterQueue> deadLetters = deadLetters(options);
        AdminOptions admin = record(section("admin"), AdminOptions.class, "admin", Set.of());
        if (!binder.problems().isEmpty()
                || options == null
                || source == null
                || decoder == null
                || sink == null
                || admin == null) {
            throw new ConfigException(binder.problems());
        }
        List<String> all = new ArrayList<>(warnings);
        if (deadLetters != null && !options.onError().uses(ErrorPolicy.DEAD_LETTER)) {
            all.add("dead-letters: nothing goes there, since on-error says dead-letter for no stage");
        }
        if (!flat) {
            // What is advised there, such as references instead of plain secrets, the flat form cannot do.
            binder.warnings().forEach(warning -> all.add(warning.toString()));
        }
        return new PipelineSettings(
                name,
                options,
                source,
                decoder,
                transformers,
                sink,
                Optional.ofNullable(deadLetters),
                admin,
                all,
                String.join(System.lineSeparator(), ConfigReference.effective(effective)),
                flat);
    }

    private String name() {
        ConfigNode node = root.get("name");
        if (!(node instanceof ConfigNode.Scalar scalar)) {
            problem("name", node, "is missing; name the pipeline, like orders");
            return "";
        }
        String name = text(scalar, "name");
        if (name != null && !NAME.matcher(name).matches()) {
            problem(
                    "name",
                    node,
                    "must be of letters, digits, '.', '_' and '-', 200 at most, and start with a letter or digit");
        }
        return name == null ? "" : name;
    }

    /** Null when there is none. */
    private @Nullable PipelineComponent<DeadLetterQueue> deadLetters(@Nullable PipelineOptions options) {
        ConfigNode node = root.get("dead-letters");
        if (node != null && !(node instanceof ConfigNode.Null)) {
            ConfigNode whole = node instanceof ConfigNode.Mapping section
                    ? new DeadLetterDefaults(root, plugins).fill(section)
                    : node;
            return component(ExtensionPoint.DEAD_LETTER_QUEUE, whole, "dead-letters");
        }
        if (options != null && options.onError().uses(ErrorPolicy.DEAD_LETTER)) {
            problem(
                    "dead-letters",
                    null,
                    "is missing, and on-error says dead-letter; write dead-letters: {type: ...} with one of "
                            + plugins.names(ExtensionPoint.DEAD_LETTER_QUEUE));
        }
        return null;
    }

    private ConfigNode.Mapping section(String path) {
        ConfigNode node = root.get(path);
        if (node instanceof ConfigNode.Mapping mapping) {
            return mapping;
        }
        if (node != null && !(node instanceof ConfigNode.Null)) {
            problem(path, node, "must hold options (name: value)");
        }
        return ConfigNode.Mapping.empty(root.location());
    }

    private List<PipelineComponent<Transformer>> transformers() {
        List<PipelineComponent<Transformer>> transformers = new ArrayList<>();
        ConfigNode node = root.get("transformers");
        if (node instanceof ConfigNode.Sequence sequence) {
            for (int index = 0; index < sequence.elements().size(); index++) {
                PipelineComponent<Transformer> transformer = component(
                        ExtensionPoint.TRANSFORMER, sequence.elements().get(index), "transformers[" + index + "]");
                if (transformer != null) {
                    transformers.add(transformer);
                }
            }
        } else if (node != null && !(node instanceof ConfigNode.Null)) {
            problem("transformers", node, "must be a list of sections, each with its type");
        }
        return transformers;
    }

    private <T, F extends ComponentFactory<? extends T, ?>> @Nullable PipelineComponent<T> component(
            ExtensionPoint<F> point, @Nullable ConfigNode node, String path) {
        if (!(node instanceof ConfigNode.Mapping section)) {
            problem(path, node, "is missing; write " + path + ": {type: ...} with one of " + plugins.names(point));
            return null;
        }
        if (!(section.get("type") instanceof ConfigNode.Scalar type)) {
            problem(path + ".type", section, "is missing; choose one of " + plugins.names(point));
            return null;
        }
        String name = text(type, path + ".type");
        PluginRegistry.Registered<F> found = name == null ? null : plugins.find(point, name);
        if (found == null) {
            unknownType(point, type, path + ".type");
            return null;
        }
        Record config = record(section.without(Set.of("type")), found.factory().configType(), path, Set.of("type"));
        return config == null ? null : new PipelineComponent<>(found, config);
    }

    private void unknownType(ExtensionPoint<?> point, ConfigNode.Scalar type, String path) {
        String nearest = NearestName.of(type.text(), plugins.names(point));
        String advice = nearest == null ? "there are " + plugins.names(point) : "did you mean '" + nearest + "'?";
        problem(path, type, "'" + type.text() + "' is no " + point.title() + "; " + advice);
    }

    /** Binds, and keeps the options in the order of the file's form. */
    private <R extends Record> @Nullable R record(
            ConfigNode.Mapping section, Class<R> type, String path, Set<String> others) {
        int before = binder.settings().size();
        R bound = binder.bind(section, type, path, others);
        List<ConfigSetting> all = binder.settings();
        effective.addAll(all.subList(before, all.size()));
        return bound;
    }

    /** The text of an option that this class reads itself. */
    private @Nullable String text(ConfigNode.Scalar scalar, String path) {
        effective.add(new ConfigSetting(path, scalar.text(), scalar.location().toString()));
        return binder.text(scalar, path);
    }

    private void problem(String path, @Nullable ConfigNode node, String message) {
        binder.problem(path, node == null ? root.location() : node.location(), message);
    }
}
