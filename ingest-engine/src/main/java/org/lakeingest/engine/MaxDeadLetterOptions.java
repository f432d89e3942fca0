package org.lakeingest.engine;

import org.lakeingest.api.config.Option;

/** How many records may be given up before that looks like a pipeline which is wrong, and not like records which are. */
public record MaxDeadLetterOptions(
        @Option(
                name = "percent",
                defaultValue = "1",
                alone = true,
                description =
                        "Records given up, dead letters and skipped ones alike, in percent of the last ones read: the"
                                + " pipeline stops above it. Ten are always allowed; 100 never stops.")
        double percent,

        @Option(name = "of-last", defaultValue = "10000", description = "How many records these last ones are.")
        int ofLast) {
    private static final long ALWAYS = 10;

    public MaxDeadLetterOptions {
        if (!(percent > 0 && percent <= 100)) {
            throw new IllegalArgumentException("percent must be above 0 and at most 100, not " + percent);
        }
        OptionChecks.between("of-last", ofLast, 100, 1_000_000_000);
    }

    public static MaxDeadLetterOptions defaults() {
        return new MaxDeadLetterOptions(1, 10_000);
    }

    /** How many of the last records may be given up. */
    public long allowed() {
        return Math.max(ALWAYS, (long) Math.floor(ofLast * percent / 100));
    }
}
