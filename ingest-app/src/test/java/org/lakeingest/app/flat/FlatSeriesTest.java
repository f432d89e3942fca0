package org.lakeingest.app.flat;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.junit.jupiter.api.Test;
import org.lakeingest.engine.metrics.EngineMeter;

class FlatSeriesTest {
    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
    private final FlatSeries series = new FlatSeries(registry);

    @Test
    void startsAtZeroWithoutLabels() {
        assertThat(series.scrape().lines())
                .contains("bend_ingest_kafka_ingest_rows_total 0", "bend_ingest_kafka_ingest_errors_total 0");
    }

    @Test
    void sumsTheEnginesMetersAndPrintsIntegersAsIntegers() {
        EngineMeter.ROWS.counter(registry, "p").increment(100_000);
        EngineMeter.ERRORS.counter(registry, "p", "A").increment(2);
        EngineMeter.ERRORS.counter(registry, "p", "B").increment();

        assertThat(series.scrape().lines())
                .contains(
                        "# TYPE bend_ingest_kafka_ingest_rows_total counter",
                        "bend_ingest_kafka_ingest_rows_total 100000",
                        "bend_ingest_kafka_ingest_errors_total 3");
    }
}
