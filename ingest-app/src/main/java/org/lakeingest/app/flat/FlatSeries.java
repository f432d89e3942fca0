package org.lakeingest.app.flat;

import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.Measurement;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.config.MeterFilter;
import io.micrometer.core.instrument.distribution.CountAtBucket;
import io.micrometer.core.instrument.distribution.DistributionStatisticConfig;
import io.micrometer.core.instrument.distribution.HistogramSnapshot;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * The series of the original tool, for dashboards, alerts and greps made for it: no labels, there from the start with 0, integers
 * printed as integers. Thread-safe.
 */
public final class FlatSeries {
    private static final double[] CALLS = {0.1, 0.25, 0.5, 1, 2, 5, 10};
    private static final double NANOS = 1e9;

    private static final List<Counted> COUNTERS = List.of(
            new Counted("ingest_rows_total", "Rows durable in the lake", "ingest.rows"),
            new Counted("ingest_bytes_total", "Bytes of the records of these rows", "ingest.row.bytes"),
            new Counted("consume_rows_total", "Records read from Kafka", "ingest.records"),
            new Counted("consume_bytes_total", "Bytes read from Kafka", "ingest.record.bytes"),
            new Counted("ingest_errors_total", "Failures and rejected records", "ingest.errors"));

    private static final List<Distributed> HISTOGRAMS = List.of(
            new Distributed(
                    "upload_stage_duration_seconds",
                    "Time of uploads to the stage",
                    "ingest.upload.stage.duration",
                    CALLS),
            new Distributed("copy_into_duration_seconds", "Time of COPY INTO", "ingest.copy.into.duration", CALLS),
            new Distributed("batch_size", "Rows of a batch", "ingest.group.rows", new double[] {
                10, 50, 100, 500, 1000, 5000, 10000
            }),
            new Distributed("batch_fill_duration_seconds", "Time to fill a batch", "ingest.group.fill", new double[] {
                0.001, 0.01, 0.1, 0.5, 1, 5, 10, 30
            }));

    private final MeterRegistry registry;

    /** A series and the meter that it shows: a counter's values are summed over all tags. */
    private record Counted(String name, String help, String meter) {}

    /** The same for a distribution; bounds in seconds where the meter is of time. */
    @SuppressWarnings("ArrayRecordComponent") // a constant
    private record Distributed(String name, String help, String meter, double[] bounds) {}

    public FlatSeries(MeterRegistry registry) {
        this.registry = registry;
    }

    /** Makes the registry keep the buckets. Must come before the first meter. */
    public static MeterFilter buckets() {
        return new MeterFilter() {
            @Override
            public DistributionStatisticConfig configure(Meter.Id id, DistributionStatisticConfig config) {
                for (Distributed histogram : HISTOGRAMS) {
                    if (histogram.meter().equals(id.getName())) {
                        return DistributionStatisticConfig.builder()
                                .serviceLevelObjectives(objectives(id, histogram))
                                .build()
                                .merge(config);
                    }
                }
                return config;
            }
        };
    }

    private static double[] objectives(Meter.Id id, Distributed histogram) {
        double[] bounds = histogram.bounds().clone();
        for (int i = 0; i < bounds.length && id.getType() == Meter.Type.TIMER; i++) {
            bounds[i] *= NANOS;
        }
        return bounds;
    }

    /** The series as Prometheus text. */
    public String scrape() {
        StringBuilder text = new StringBuilder();
        for (Counted series : COUNTERS) {
            String name = head(text, series.name(), series.help(), "counter");
            text.append(name).append(' ').append(number(sum(series.meter()))).append('\n');
        }
        for (Distributed series : HISTOGRAMS) {
            histogram(text, series);
        }
        return text.toString();
    }

    private static String head(StringBuilder text, String suffix, String help, String type) {
        String name = "bend_ingest_kafka_" + suffix;
        text.append("# HELP ").append(name).append(' ').append(help).append('\n');
        text.append("# TYPE ").append(name).append(' ').append(type).append('\n');
        return name;
    }

    private double sum(String meter) {
        double total = 0;
        for (Meter each : registry.find(meter).meters()) {
            for (Measurement measurement : each.measure()) {
                total += measurement.getValue();
            }
        }
        return total;
    }

    private void histogram(StringBuilder text, Distributed series) {
        double[] counts = new double[series.bounds().length];
        double count = 0;
        double sum = 0;
        for (Meter meter : registry.find(series.meter()).meters()) {
            boolean timed = meter instanceof Timer;
            HistogramSnapshot now = meter instanceof Timer timer
                    ? timer.takeSnapshot()
                    : meter instanceof DistributionSummary summary
                            ? summary.takeSnapshot()
                            : HistogramSnapshot.empty(0, 0, 0);
            count += now.count();
            sum += timed ? now.total(TimeUnit.SECONDS) : now.total();
            for (CountAtBucket bucket : now.histogramCounts()) {
                add(counts, series.bounds(), timed ? bucket.bucket(TimeUnit.SECONDS) : bucket.bucket(), bucket.count());
            }
        }
        String name = head(text, series.name(), series.help(), "histogram");
        for (int i = 0; i < counts.length; i++) {
            bucket(text, name, number(series.bounds()[i]), counts[i]);
        }
        bucket(text, name, "+Inf", count);
        text.append(name).append("_sum ").append(number(sum)).append('\n');
        text.append(name).append("_count ").append(number(count)).append('\n');
    }

    private static void add(double[] counts, double[] bounds, double bound, double count) {
        for (int i = 0; i < bounds.length; i++) {
            if (Math.abs(bounds[i] - bound) <= bounds[i] * 1e-6) {
                counts[i] += count;
            }
        }
    }

    private static void bucket(StringBuilder text, String name, String bound, double count) {
        text.append(name).append("_bucket{le=\"").append(bound).append("\"} ");
        text.append(number(count)).append('\n');
    }

    private static String number(double value) {
        return value == Math.rint(value) && Math.abs(value) < 1e15
                ? Long.toString((long) value)
                : Double.toString(value);
    }
}
