package org.lakeingest.app.flat;

import io.micrometer.core.instrument.Measurement;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Logs from the meters what users of the original tool look for in its log: how many rows were consumed, processed and ingested and how
 * fast, and that something failed. Life: made before the pipeline starts, {@link #start}, then {@link #close}; nothing else is
 * called on it. Its own thread does the rest.
 */
public final class FlatReport implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(FlatReport.class);
    private static final int SECONDS_PER_REPORT = 10;
    private static final double NANOS = 1e9;

    private final MeterRegistry registry;
    private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor(task -> {
        Thread thread = new Thread(task, "flat-report");
        thread.setDaemon(true);
        return thread;
    });
    private final Map<String, Double> errorsByCode = new HashMap<>();
    private boolean started;
    private int ticks;
    private long reportedNanos = System.nanoTime();
    private double consumed;
    private double processed;
    private double ingested;
    private double errors;

    public FlatReport(MeterRegistry registry) {
        this.registry = registry;
    }

    /** Begins to report. */
    public synchronized void start() {
        started = true;
        var unused = timer.scheduleAtFixedRate(this::tick, 1, 1, TimeUnit.SECONDS);
    }

    /** Tells failures within a second, rates in longer steps. */
    synchronized void tick() {
        failures();
        if (++ticks % SECONDS_PER_REPORT == 0) {
            rates();
        }
    }

    private void failures() {
        double now = 0;
        Set<String> codes = new TreeSet<>();
        for (Meter each : registry.find("ingest.errors").meters()) {
            double count = total(each);
            now += count;
            String code = Objects.requireNonNullElse(each.getId().getTag("code"), "unknown");
            if (count > errorsByCode.getOrDefault(code, 0.0)) {
                errorsByCode.put(code, count);
                codes.add(code);
            }
        }
        if (now > errors) {
            LOG.error(
                    "{} ingest failed {} times so far, retry attempts: {}; nothing is skipped, what failed is tried again or ends"
                            + " the pipeline",
                    codes,
                    (long) now,
                    (long) total("ingest.retries"));
            errors = now;
        }
    }

    private void rates() {
        long nanos = System.nanoTime();
        double seconds = (nanos - reportedNanos) / NANOS;
        reportedNanos = nanos;
        consumed = rate("consume", consumed, total("ingest.records"), seconds);
        processed = rate("process", processed, rowsOfGroups(), seconds);
        ingested = rate("ingest", ingested, total("ingest.rows"), seconds);
    }

    private static double rate(String what, double before, double now, double seconds) {
        if (now > before) {
            String perSecond = String.format(Locale.ROOT, "%.1f", (now - before) / Math.max(seconds, 1e-3));
            LOG.info("{} {} rows ({} rows/s)", what, (long) (now - before), perSecond);
        }
        return now;
    }

    private double rowsOfGroups() {
        return registry.find("ingest.group.rows").summaries().stream()
                .mapToDouble(summary -> summary.totalAmount())
                .sum();
    }

    private double total(String meter) {
        double total = 0;
        for (Meter each : registry.find(meter).meters()) {
            total += total(each);
        }
        return total;
    }

    private static double total(Meter meter) {
        double total = 0;
        for (Measurement measurement : meter.measure()) {
            total += measurement.getValue();
        }
        return total;
    }

    /** Reports what has not been reported. Idempotent. */
    @Override
    public synchronized void close() {
        timer.shutdownNow();
        if (started) {
            started = false;
            failures();
            rates();
        }
    }
}
