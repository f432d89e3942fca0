package org.lakeingest.app.flat;

import io.micrometer.core.instrument.Measurement;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.List;

/**
 * The series of the original tool, for dashboards and greps made for it: no labels, there from the start with 0, integers printed as
 * integers. Thread-safe.
 */
public final class FlatSeries {
    private static final List<Series> ALL = List.of(
            new Series("bend_ingest_kafka_ingest_rows_total", "Rows durable in the lake", "ingest.rows"),
            new Series("bend_ingest_kafka_ingest_errors_total", "Failures and rejected records", "ingest.errors"));

    private final MeterRegistry registry;

    /**
     * A series and the meter of the engine that it shows.
     *
     * @param meter a counter's name; its values are summed over all tags
     */
    private record Series(String name, String help, String meter) {}

    public FlatSeries(MeterRegistry registry) {
        this.registry = registry;
    }

    /** The series as Prometheus text. */
    public String scrape() {
        StringBuilder text = new StringBuilder();
        for (Series series : ALL) {
            double total = 0;
            for (Meter meter : registry.find(series.meter()).meters()) {
                for (Measurement measurement : meter.measure()) {
                    total += measurement.getValue();
                }
            }
            text.append("# HELP ")
                    .append(series.name())
                    .append(' ')
                    .append(series.help())
                    .append('\n');
            text.append("# TYPE ").append(series.name()).append(" counter\n");
            text.append(series.name()).append(' ').append((long) total).append('\n');
        }
        return text.toString();
    }
}
