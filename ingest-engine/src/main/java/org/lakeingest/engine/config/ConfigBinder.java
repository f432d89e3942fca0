package org.lakeingest.engine.config;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Binds sections of a configuration to the records that declare them, see {@link org.lakeingest.api.config.Option}, and
 * gathers everything that is wrong with all of them, so that a user mends a file in one go.
 *
 * <p>References in texts are replaced: <code>${env:NAME}</code>, <code>${file:PATH}</code>, <code>${NAME:-default}</code>.
 * Durations are written {@code 500ms, 5s, 10m, 2h, 1d}, sizes {@code 64MB}, enums in kebab case; a list may also be one text
 * with commas; settings that are passed through may be nested or dotted: {@code client: {a.b: 1}} is {@code client.a.b: 1}.
 * No problem, warning or setting holds a secret or what a reference stands for.
 *
 * <p>One for each configuration that is read, confined to one thread.
 */
public final class ConfigBinder {
    private final Interpolation interpolation;
    private final List<ConfigProblem> problems = new ArrayList<>();
    private final List<ConfigProblem> warnings = new ArrayList<>();
    private final List<ConfigSetting> settings = new ArrayList<>();

    /** With the environment of the process. */
    public ConfigBinder() {
        this(System::getenv);
    }

    /** @param environment answers the value of a variable, or null when it is not set */
    public ConfigBinder(Function<String, @Nullable String> environment) {
        this.interpolation = new Interpolation(environment);
    }

    /**
     * Binds one section.
     *
     * @param path of the section from the top of the file, empty for the top itself
     * @return null when there was a problem; it is among {@link #problems}
     * @throws IllegalArgumentException when the record does not declare its options properly: a bug of the component
     */
    public <R extends Record> @Nullable R bind(ConfigNode.Mapping section, Class<R> type, String path) {
        return bind(section, type, path, Set.of());
    }

    /**
     * The same where the section has keys that somebody else reads.
     *
     * @param others keys that are neither bound nor unknown, and that may be what a misspelt one was meant to be
     */
    public <R extends Record> @Nullable R bind(
            ConfigNode.Mapping section, Class<R> type, String path, Set<String> others) {
        Record bound = new RecordBinder(this, section, type, path, others).bind();
        return bound == null ? null : type.cast(bound);
    }

    /** The text of a scalar, references replaced; null when there was a problem with them. */
    public @Nullable String text(ConfigNode.Scalar scalar, String path) {
        Interpolation.Result result = resolve(scalar, path);
        return result.problems().isEmpty() ? result.text() : null;
    }

    /** Adds a problem found by somebody else, to be reported with the others. */
    public void problem(String path, Location location, String message) {
        problems.add(new ConfigProblem(path, location, Masking.text(message)));
    }

    /** Everything that must be mended, in the order in which the sections were bound. */
    public List<ConfigProblem> problems() {
        return List.copyOf(problems);
    }

    /** What works and should be changed: former names, secrets in plain text. */
    public List<ConfigProblem> warnings() {
        return List.copyOf(warnings);
    }

    /** Every option in force, defaults included, in the order in which they are declared. */
    public List<ConfigSetting> settings() {
        return List.copyOf(settings);
    }

    Interpolation.Result resolve(ConfigNode.Scalar scalar, String path) {
        Interpolation.Result result = interpolation.resolve(scalar.text());
        result.problems().forEach(message -> problem(path, scalar.location(), message));
        return result;
    }

    void warning(String path, Location location, String message) {
        warnings.add(new ConfigProblem(path, location, message));
    }

    void setting(String path, String value, String origin) {
        settings.add(new ConfigSetting(path, value, origin));
    }
}
