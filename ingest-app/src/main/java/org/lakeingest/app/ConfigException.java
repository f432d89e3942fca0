package org.lakeingest.app;

import java.util.List;
import java.util.stream.Collectors;
import org.lakeingest.engine.config.ConfigProblem;

/** A configuration cannot be used; carries everything that is wrong with it at once. The message has one line per problem. */
public final class ConfigException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient List<ConfigProblem> problems;

    public ConfigException(List<ConfigProblem> problems) {
        super(problems.stream().map(ConfigProblem::toString).collect(Collectors.joining(System.lineSeparator())));
        this.problems = List.copyOf(problems);
    }

    public List<ConfigProblem> problems() {
        return problems;
    }
}
