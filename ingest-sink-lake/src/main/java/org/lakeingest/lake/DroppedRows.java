package org.lakeingest.lake;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.regex.Pattern;
import org.lakeingest.api.Metrics;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Rows that the lake drops because {@code copy-on-error} says so: counted all, told of once a minute at most. Thread-safe. */
final class DroppedRows {
    private static final Logger LOG = LoggerFactory.getLogger(DroppedRows.class);
    private static final Duration QUIET = Duration.ofMinutes(1);
    private static final int LONGEST_REASON = 200;

    /** What the lake's text quotes of a row: values in quotes, and times and long numbers. */
    private static final Pattern QUOTED = Pattern.compile("'.*'|\\d[\\d:.T +-]{5,}\\d");

    private final Clock clock;
    private final Metrics.Counter dropped;
    private final Metrics.Counter unknown;
    private long untold;
    private Instant quietUntil = Instant.MIN;

    DroppedRows(Clock clock, Metrics metrics) {
        this.clock = clock;
        this.dropped = metrics.counter("rows.dropped", "Rows that the lake refused and left out, with copy-on-error.");
        this.unknown = metrics.counter(
                "rows.dropped.unknown",
                "Rows of files whose load gave no answer, with copy-on-error: some may have been left out.");
    }

    /**
     * Rows of a file are not in its table.
     *
     * @param sent rows of the whole file
     * @param reason the lake's first, which may quote a row; {@code line} is where, from 1
     */
    void dropped(ReadyFile file, long rows, long sent, String reason, String line) {
        dropped.add(rows);
        LOG.debug("{} of {} rows of {} were dropped, first at line {}: {}", rows, sent, file.path(), line, reason);
        long told = take(rows);
        if (told > 0) {
            LOG.warn(
                    "[{}] the lake left out {} rows since the last such line, and goes on (copy-on-error: continue); now {} of"
                            + " {} bound for {}, the first at line {} of {}: {}",
                    LakeErrorCode.LAKE_DATA_REFUSED,
                    told,
                    rows,
                    sent,
                    file.plan().table(),
                    line,
                    file.path(),
                    withoutValues(reason));
        }
    }

    private synchronized long take(long rows) {
        untold += rows;
        Instant now = clock.instant();
        if (now.isBefore(quietUntil)) {
            return 0;
        }
        quietUntil = now.plus(QUIET);
        long told = untold;
        untold = 0;
        return told;
    }

    static String withoutValues(String reason) {
        String text = QUOTED.matcher(reason.strip().replaceAll("\\s+", " ")).replaceAll("...");
        return text.length() <= LONGEST_REASON ? text : text.substring(0, LONGEST_REASON) + "...";
    }

    /** A file was loaded by a statement whose answer was lost, and the lake does not tell again what it left out. */
    void unknown(ReadyFile file) {
        unknown.add(file.packed().rows());
        LOG.warn(
                "[{}] {} was loaded into {}, and how many of its {} rows the lake left out is not known: the answer was lost",
                LakeErrorCode.LAKE_DATA_REFUSED,
                file.path(),
                file.plan().table(),
                file.packed().rows());
    }
}
