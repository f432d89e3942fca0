package org.lakeingest.app.flat;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.Timer;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.lakeingest.app.admin.AdminOptions;
import org.lakeingest.app.admin.AdminServer;
import org.lakeingest.app.admin.Health;
import org.lakeingest.engine.metrics.EngineMeter;

/** The alerts that the original publishes, evaluated by hand over two scrapes of the page. */
class FlatAlertsTest {
    private static final double SECONDS = 300;

    private final PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    private final FlatSeries series = new FlatSeries(registry);

    FlatAlertsTest() {
        registry.config().meterFilter(FlatSeries.buckets());
    }

    @Test
    void alertsFireOnASickPipelineAndStayQuietOnAHealthyOne() {
        Timer copies = Timer.builder("ingest.copy.into.duration").register(registry);
        copies.record(Duration.ofMillis(400));
        Map<String, Double> before = page();
        EngineMeter.ROWS.counter(registry, "p").increment(1000);
        Map<String, Double> healthy = page();

        assertThat(rate(before, healthy, "ingest_errors_total") > 0.1).isFalse();
        assertThat(rate(before, healthy, "ingest_rows_total") == 0).isFalse();
        assertThat(quantile(healthy, "copy_into_duration_seconds") > 10).isFalse();
        assertThat(quantile(healthy, "copy_into_duration_seconds")).isBetween(0.25, 0.5);

        EngineMeter.ERRORS.counter(registry, "p", "LAKE_BUSY").increment(40);
        for (int i = 0; i < 40; i++) {
            copies.record(Duration.ofSeconds(15));
        }
        Map<String, Double> sick = page();

        assertThat(rate(healthy, sick, "ingest_errors_total") > 0.1).isTrue();
        assertThat(rate(healthy, sick, "ingest_rows_total") == 0).isTrue();
        // Beyond the last bucket a quantile is that bucket's bound, for the original's series as well as for ours.
        assertThat(quantile(sick, "copy_into_duration_seconds") >= 10).isTrue();
    }

    @Test
    void everyHistogramCountsInTheBucketsOfTheOriginal() {
        EngineMeter.GROUP_ROWS.summary(registry, "p").record(100);
        EngineMeter.GROUP_ROWS.summary(registry, "p").record(20_000);
        EngineMeter.GROUP_FILL.timer(registry, "p").record(Duration.ofMillis(50));

        assertThat(series.scrape().lines())
                .contains(
                        "bend_ingest_kafka_batch_size_bucket{le=\"50\"} 0",
                        "bend_ingest_kafka_batch_size_bucket{le=\"100\"} 1",
                        "bend_ingest_kafka_batch_size_bucket{le=\"10000\"} 1",
                        "bend_ingest_kafka_batch_size_bucket{le=\"+Inf\"} 2",
                        "bend_ingest_kafka_batch_size_sum 20100",
                        "bend_ingest_kafka_batch_size_count 2",
                        "bend_ingest_kafka_batch_fill_duration_seconds_bucket{le=\"0.01\"} 0",
                        "bend_ingest_kafka_batch_fill_duration_seconds_bucket{le=\"0.1\"} 1",
                        "bend_ingest_kafka_batch_fill_duration_seconds_bucket{le=\"30\"} 1");
    }

    @Test
    void nineSeriesAreThereFromTheStart() {
        assertThat(series.scrape().lines().filter(line -> line.startsWith("# TYPE ")))
                .hasSize(9);
        assertThat(series.scrape().lines().filter(line -> !line.startsWith("#")))
                .allMatch(line -> line.endsWith(" 0"));
    }

    /** What a scraper gets, the original's series only. */
    private Map<String, Double> page() {
        Map<String, Double> page = new LinkedHashMap<>();
        AdminOptions options = new AdminOptions(true, "127.0.0.1", 0);
        Health health = new Health(true, true, "", Map.of());
        try (AdminServer server = new AdminServer(options, () -> health, series::scrape)) {
            server.start();
            String text = Scrape.of(server.port());
            text.lines().filter(line -> !line.startsWith("#")).forEach(line -> {
                int space = line.lastIndexOf(' ');
                page.put(line.substring(0, space), Double.parseDouble(line.substring(space + 1)));
            });
        }
        return page;
    }

    private static double rate(Map<String, Double> before, Map<String, Double> after, String name) {
        String series = "bend_ingest_kafka_" + name;
        return (value(after, series) - value(before, series)) / SECONDS;
    }

    private static double value(Map<String, Double> page, String series) {
        Double value = page.get(series);
        assertThat(value).as(series).isNotNull();
        return value == null ? Double.NaN : value;
    }

    /** The 95th percentile, as histogram_quantile computes it. */
    private static double quantile(Map<String, Double> page, String name) {
        String prefix = "bend_ingest_kafka_" + name + "_bucket{le=\"";
        TreeMap<Double, Double> buckets = new TreeMap<>();
        page.forEach((series, count) -> {
            if (series.startsWith(prefix)) {
                String bound = series.substring(prefix.length(), series.length() - 2);
                buckets.put(bound.equals("+Inf") ? Double.POSITIVE_INFINITY : Double.parseDouble(bound), count);
            }
        });
        double rank = 0.95 * buckets.lastEntry().getValue();
        double lowerBound = 0;
        double lowerCount = 0;
        for (Map.Entry<Double, Double> bucket : buckets.entrySet()) {
            if (bucket.getValue() >= rank) {
                return bucket.getKey().isInfinite()
                        ? lowerBound
                        : lowerBound
                                + (bucket.getKey() - lowerBound)
                                        * (rank - lowerCount)
                                        / (bucket.getValue() - lowerCount);
            }
            lowerBound = bucket.getKey();
            lowerCount = bucket.getValue();
        }
        return Double.NaN;
    }
}
