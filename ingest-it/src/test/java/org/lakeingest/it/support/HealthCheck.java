package org.lakeingest.it.support;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.regex.Pattern;

/** The health check of the original's guide, as users run it over the log of a flat file's run. */
public final class HealthCheck {
    private static final Pattern SICK =
            Pattern.compile("level=(error|fatal)|panic|ingest failed|streaming load failed");
    private static final Pattern LINE = Pattern.compile(
            "time=\"[-0-9]{10}T[0-9:]{8}(Z|[-+][0-9:]{5})\" level=(info|warning|error|fatal) msg=\".*\"");

    private HealthCheck() {}

    /** The lines it finds. */
    public static List<String> problems(String log) {
        return log.lines().filter(line -> SICK.matcher(line).find()).toList();
    }

    /** The lines it finds that give a reason, which the running tally does not. */
    public static List<String> reasons(String log) {
        return problems(log).stream()
                .filter(line -> !line.contains(" times so far, retry attempts: "))
                .toList();
    }

    /** It finds nothing, and every line has the form of logrus. */
    public static void assertHealthy(String log) {
        assertThat(problems(log)).isEmpty();
        assertThat(foreign(log)).isEmpty();
        assertThat(log.lines().filter(line -> line.contains("level=warning")))
                .allMatch(line -> line.contains("msg=\"["));
    }

    /** Lines that have another form. */
    public static List<String> foreign(String log) {
        return log.lines().filter(line -> !LINE.matcher(line).matches()).toList();
    }
}
