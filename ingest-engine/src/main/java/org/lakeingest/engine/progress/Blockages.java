package org.lakeingest.engine.progress;

import java.time.Duration;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import org.lakeingest.api.IngestException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What of a pipeline waits for a person, for health, meters and log: an error for the first wait of each code, and then at most one
 * a minute. Thread-safe.
 */
public final class Blockages {
    private static final Logger log = LoggerFactory.getLogger(Blockages.class);
    private static final long LOG_INTERVAL = Duration.ofMinutes(1).toNanos();
    private static final int LONGEST_REASON = 400;

    private final Map<Object, Map<String, Waiting>> byLane = new ConcurrentHashMap<>();
    private final Map<String, Long> logged = new HashMap<>();
    private boolean any;

    /** Partitions of one lane that wait for the same code. */
    private record Waiting(int partitions, String reason) {
        Waiting and(Waiting other) {
            return new Waiting(partitions + other.partitions, reason);
        }
    }

    /** What of one lane waits, collected anew for every report. */
    public static final class Report {
        private final Map<String, Waiting> waiting = new TreeMap<>();

        public void add(int partitions, IngestException reason) {
            waiting.merge(
                    reason.code().name(),
                    new Waiting(partitions, shortened(String.valueOf(reason.getMessage()))),
                    Waiting::and);
        }

        private static String shortened(String reason) {
            return reason.length() <= LONGEST_REASON ? reason : reason.substring(0, LONGEST_REASON) + "...";
        }
    }

    /** Replaces what was reported for this lane. */
    public void report(Object lane, Report report, long nowNanos) {
        Map<String, Waiting> before =
                report.waiting.isEmpty() ? byLane.remove(lane) : byLane.put(lane, Map.copyOf(report.waiting));
        if (before != null || !report.waiting.isEmpty()) {
            tell(report, nowNanos);
        }
    }

    private synchronized void tell(Report report, long nowNanos) {
        for (String code : report.waiting.keySet()) {
            Long last = logged.get(code);
            if (last == null || nowNanos - last >= LOG_INTERVAL) {
                logged.put(code, nowNanos);
                Waiting all = total().getOrDefault(code, report.waiting.get(code));
                log.error(
                        "[{}] partitions waiting until somebody acts: {}; they go on by themselves then, nothing is lost: {}",
                        code,
                        all.partitions(),
                        all.reason());
            }
        }
        boolean now = !byLane.isEmpty();
        if (any && !now) {
            log.info("no partition waits for somebody to act any more");
        }
        any = now;
    }

    private Map<String, Waiting> total() {
        Map<String, Waiting> total = new TreeMap<>();
        byLane.values().forEach(lane -> lane.forEach((code, waiting) -> total.merge(code, waiting, Waiting::and)));
        return total;
    }

    /** Partitions that wait. */
    public int partitions() {
        return total().values().stream().mapToInt(Waiting::partitions).sum();
    }

    /** One line about the code that most partitions wait for; empty when none waits. */
    public Optional<String> reason() {
        return total().entrySet().stream()
                .max(Comparator.comparingInt(entry -> entry.getValue().partitions()))
                .map(entry -> partitions() + " partitions wait until somebody acts: [" + entry.getKey() + "] "
                        + entry.getValue().reason());
    }
}
