package org.lakeingest.engine.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.time.Duration;
import java.util.concurrent.atomic.LongAdder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.lakeingest.api.Metrics;

final class EngineMeterTest {
    private final PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);

    @ParameterizedTest
    @EnumSource
    void prometheusWritesTheNameTheReferencePromises(EngineMeter meter) {
        String[] tagValues = meter.tags().stream().map(tag -> "v-" + tag).toArray(String[]::new);
        switch (meter.type()) {
            case COUNTER -> meter.counter(registry, "orders", tagValues).increment();
            case GAUGE -> meter.gauge(registry, () -> 7, "orders", tagValues);
            case TIMER -> meter.timer(registry, "orders", tagValues).record(Duration.ofMillis(7));
            case SUMMARY -> meter.summary(registry, "orders", tagValues).record(7);
        }

        String name = MetricsReference.prometheusName(meter);
        assertThat(registry.scrape().lines())
                .anyMatch(line -> line.startsWith("# HELP " + name + " "))
                .anyMatch(line -> line.startsWith(name) && line.contains("pipeline=\"orders\""));
    }

    @Test
    void rowsAndErrorsHaveTheNamesOperatorsKnow() {
        LongAdder rows = new LongAdder();
        EngineMeter.ROWS.counter(registry, rows, LongAdder::sum, "orders");
        EngineMeter.ERRORS.counter(registry, "orders", "LAKE_BUSY").increment();
        rows.add(41);

        assertThat(registry.scrape())
                .contains("ingest_rows_total{pipeline=\"orders\"} 41.0")
                .contains("ingest_errors_total{code=\"LAKE_BUSY\",pipeline=\"orders\"} 1.0");
    }

    @Test
    void meterIsOfOneTypeAndHasItsTags() {
        assertThatThrownBy(() -> EngineMeter.ROWS.gauge(registry, () -> 1, "orders"))
                .hasMessage("ROWS is a COUNTER, not a GAUGE");
        assertThatThrownBy(() -> EngineMeter.ERRORS.counter(registry, "orders"))
                .hasMessage("ERRORS has the tags [code], given 0 values");
    }

    @Test
    void componentsMetersCarryItsName() {
        Metrics metrics = new MicrometerMetrics(registry, "orders", "sink");
        metrics.counter("lake.statements", "Statements sent.").add(2);
        metrics.counter("lake.statements", "Statements sent.").add(3);
        metrics.timer("lake.upload", "Time of an upload.").record(Duration.ofMillis(1500));
        metrics.gauge("lake.open", "Open requests.", () -> 4);

        assertThat(registry.scrape())
                .contains("ingest_lake_statements_total{component=\"sink\",pipeline=\"orders\"} 5.0")
                .contains("ingest_lake_upload_seconds_sum{component=\"sink\",pipeline=\"orders\"} 1.5")
                .contains("ingest_lake_open{component=\"sink\",pipeline=\"orders\"} 4.0");
    }

    @Test
    void meterIsRegisteredOnce() {
        SimpleMeterRegistry simple = new SimpleMeterRegistry();
        assertThat(EngineMeter.ROWS.counter(simple, "a")).isSameAs(EngineMeter.ROWS.counter(simple, "a"));
    }
}
