package org.lakeingest.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.lakeingest.api.ComponentFactory;
import org.lakeingest.api.config.DataSize;
import org.lakeingest.api.config.Option;
import org.lakeingest.api.config.Secret;
import org.lakeingest.engine.config.ConfigBinder;
import org.lakeingest.engine.config.ConfigNode;
import org.lakeingest.engine.config.ConfigProblem;
import org.lakeingest.engine.config.ConfigReference;
import org.lakeingest.engine.config.Location;

/**
 * What a component's options owe its users: documented, with sound defaults, checked, and the reference page up to date.
 *
 * @param <C> the options
 */
public abstract class ConfigContract<C extends Record> extends Contract<ConfigContract.Trait> {
    /** Each is stood for by the test of the same words. */
    public enum Trait {
        BINDS_THE_LEAST,
        BINDS_EVERYTHING,
        REPORTS_WHAT_IS_WRONG,
        DOCUMENTS_EVERY_OPTION,
        NAMES_ARE_KEBAB_CASE,
        KEEPS_SECRETS,
        CREATES_WITHOUT_IO,
        PAGE_IS_UP_TO_DATE
    }

    private static final Location TEST = Location.of("test");

    /** The factory whose options these are. */
    protected abstract ComponentFactory<?, C> factory();

    /** What a user must write: required options only, as name and text; nested options joined by dots. */
    protected abstract Map<String, String> least();

    /** What {@link #least} becomes, spelt out. */
    protected abstract C defaults();

    /** Every option, each with another value than its default. */
    protected abstract Map<String, String> everything();

    /** What {@link #everything} becomes, spelt out. */
    protected abstract C full();

    /** Wrong settings, to be written over {@link #least}, each with the path of the option that must be complained about. */
    protected abstract Map<Map<String, String>, String> wrong();

    /** The title of the reference page, and in the lines below it what it says before the table. */
    protected abstract String introduction();

    /** Where the reference page is, from the root of the project. */
    protected String page() {
        return "docs/reference/config/" + factory().name() + ".md";
    }

    @Test
    void bindsTheLeast() {
        requires(Trait.BINDS_THE_LEAST);
        assertThat(bind(least())).isEqualTo(defaults());
        for (String required : least().keySet()) {
            Map<String, String> incomplete = new LinkedHashMap<>(least());
            incomplete.remove(required);
            assertThat(problems(incomplete)).as("problems without " + required).contains(required);
        }
    }

    @Test
    void bindsEverything() {
        requires(Trait.BINDS_EVERYTHING);
        assertThat(bind(everything())).isEqualTo(full());
        List<String> unchanged = new ArrayList<>();
        for (RecordComponent component : factory().configType().getRecordComponents()) {
            String name = option(component).name();
            if (!least().containsKey(name) && Objects.equals(value(component, defaults()), value(component, full()))) {
                unchanged.add(name);
            }
        }
        assertThat(unchanged)
                .as("options that everything() leaves at their default")
                .isEmpty();
    }

    private static @Nullable Object value(RecordComponent component, Record record) {
        try {
            component.getAccessor().setAccessible(true);
            return component.getAccessor().invoke(record);
        } catch (ReflectiveOperationException e) {
            throw new LinkageError("cannot read " + component, e);
        }
    }

    @Test
    void reportsWhatIsWrong() {
        requires(Trait.REPORTS_WHAT_IS_WRONG);
        wrong().forEach((settings, path) -> {
            Map<String, String> changed = new LinkedHashMap<>(least());
            changed.putAll(settings);
            assertThat(problems(changed)).as("problems of " + settings).contains(path);
        });
    }

    @Test
    void documentsEveryOption() {
        requires(Trait.DOCUMENTS_EVERY_OPTION);
        for (Option option : options(factory().configType())) {
            assertThat(option.description())
                    .as("description of " + option.name())
                    .matches("\\p{Lu}.{5,}[.]");
        }
    }

    @Test
    void namesAreKebabCase() {
        requires(Trait.NAMES_ARE_KEBAB_CASE);
        assertThat(factory().name()).matches("[a-z][a-z0-9]*(-[a-z0-9]+)*");
        for (Option option : options(factory().configType())) {
            assertThat(option.name())
                    .matches("[a-z][a-z0-9]*(-[a-z0-9]+)*")
                    .doesNotMatch(".*-(ms|millis|sec|seconds|kb|mb)");
        }
    }

    /** Whoever logs the options must not log a secret. */
    @Test
    void keepsSecrets() {
        requires(Trait.KEEPS_SECRETS);
        String printed = full().toString();
        for (RecordComponent component : factory().configType().getRecordComponents()) {
            Object value = value(component, full());
            Object inner = value instanceof Optional<?> optional ? optional.orElse(null) : value;
            if (inner instanceof Secret secret) {
                assertThat(printed).doesNotContain(secret.value());
            }
        }
    }

    @Test
    void createsWithoutIo() {
        requires(Trait.CREATES_WITHOUT_IO);
        assertThat(factory().create(defaults(), new TestPluginContext())).isNotNull();
    }

    @Test
    void pageIsUpToDate() {
        requires(Trait.PAGE_IS_UP_TO_DATE);
        String title = introduction().lines().findFirst().orElse(factory().name());
        String rest = introduction().substring(title.length()).strip();
        GeneratedPage.check(page(), ConfigReference.page(title, rest, factory().configType()));
    }

    private C bind(Map<String, String> settings) {
        ConfigBinder binder = new ConfigBinder(name -> null);
        C bound = binder.bind(section(settings), factory().configType(), "");
        assertThat(binder.problems()).isEmpty();
        return Objects.requireNonNull(bound);
    }

    private List<String> problems(Map<String, String> settings) {
        ConfigBinder binder = new ConfigBinder(name -> null);
        binder.bind(section(settings), factory().configType(), "");
        return binder.problems().stream().map(ConfigProblem::path).toList();
    }

    private ConfigNode.Mapping section(Map<String, String> settings) {
        Map<String, ConfigNode> nodes = new LinkedHashMap<>();
        settings.forEach((path, text) -> put(nodes, factory().configType(), path, new ConfigNode.Scalar(text, TEST)));
        return new ConfigNode.Mapping(nodes, TEST);
    }

    /** Nests what belongs to a section; what is passed through may stay dotted. */
    private static void put(Map<String, ConfigNode> nodes, Class<?> type, String path, ConfigNode value) {
        int dot = path.indexOf('.');
        String name = dot < 0 ? path : path.substring(0, dot);
        for (RecordComponent component : type.getRecordComponents()) {
            if (dot > 0
                    && option(component).name().equals(name)
                    && component.getType().isRecord()) {
                Map<String, ConfigNode> inner = new LinkedHashMap<>();
                if (nodes.get(name) instanceof ConfigNode.Mapping before) {
                    inner.putAll(before.entries());
                }
                put(inner, component.getType(), path.substring(dot + 1), value);
                nodes.put(name, new ConfigNode.Mapping(inner, TEST));
                return;
            }
        }
        nodes.put(path, value);
    }

    private static Option option(RecordComponent component) {
        return Objects.requireNonNull(component.getAnnotation(Option.class), () -> component + " has no @Option");
    }

    private static List<Option> options(Class<?> type) {
        List<Option> options = new ArrayList<>();
        for (RecordComponent component : type.getRecordComponents()) {
            options.add(option(component));
            if (component.getType().isRecord()
                    && component.getType() != Secret.class
                    && component.getType() != DataSize.class) {
                options.addAll(options(component.getType()));
            }
        }
        return options;
    }
}
