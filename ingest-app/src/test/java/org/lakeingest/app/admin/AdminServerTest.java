package org.lakeingest.app.admin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.lakeingest.api.IngestException;
import org.lakeingest.app.AppErrorCode;

class AdminServerTest {
    private volatile Health health = new Health(true, false, "joining the group", Map.of("state", "STARTING"));
    private final PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    private final AdminServer server =
            new AdminServer(new AdminOptions(true, "127.0.0.1", 0), () -> health, registry::scrape);
    private final HttpClient client = HttpClient.newHttpClient();

    @BeforeEach
    void start() {
        new ProcessMetrics().bindTo(registry);
        server.start();
    }

    @AfterEach
    void stop() {
        server.close();
        server.close();
    }

    @Test
    void isLiveBeforeItIsReadyAndSaysWhy() throws Exception {
        assertThat(get("/health/live").statusCode()).isEqualTo(200);
        HttpResponse<String> ready = get("/health/ready");
        assertThat(ready.statusCode()).isEqualTo(503);
        assertThat(ready.body()).contains("\"reason\":\"joining the group\"").contains("\"state\":\"STARTING\"");
    }

    @Test
    void isReadyWhenThePipelineIs() throws Exception {
        health = new Health(true, true, "running", Map.of());

        assertThat(get("/health/ready").statusCode()).isEqualTo(200);
    }

    @Test
    void isNotLiveWhenTheProcessShouldBeRestarted() throws Exception {
        health = new Health(false, false, "failed", Map.of());

        assertThat(get("/health/live").statusCode()).isEqualTo(503);
    }

    @Test
    void servesMetricsAsPrometheusTextWithTheUsualProcessSeries() throws Exception {
        HttpResponse<String> metrics = get("/metrics");

        assertThat(metrics.headers().firstValue("Content-Type")).hasValue("text/plain; version=0.0.4; charset=utf-8");
        assertThat(metrics.body())
                .contains("process_cpu_seconds_total ")
                .contains("process_resident_memory_bytes ")
                .contains("process_start_time_seconds ")
                .contains("process_open_fds ")
                .contains("process_max_fds ");
    }

    @Test
    void tellsWhatItServes() throws Exception {
        assertThat(get("/").body()).contains("/metrics").contains("/health/ready");
    }

    @Test
    void namesTheAddressWhenThePortIsTaken() throws IOException {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            AdminOptions options = new AdminOptions(true, "127.0.0.1", taken.getLocalPort());
            try (AdminServer second = new AdminServer(options, () -> health, registry::scrape)) {
                assertThatThrownBy(second::start)
                        .isInstanceOfSatisfying(
                                IngestException.class,
                                e -> assertThat(e.code()).isEqualTo(AppErrorCode.ADMIN_UNAVAILABLE))
                        .hasMessageContaining("127.0.0.1:" + taken.getLocalPort());
            }
        }
    }

    @Test
    void refusesAPortThatIsNone() {
        assertThatThrownBy(() -> new AdminOptions(true, "127.0.0.1", 65536))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("port must be between 0 and 65535, not 65536");
    }

    private HttpResponse<String> get(String path) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + server.port() + path))
                .build();
        return client.send(request, HttpResponse.BodyHandlers.ofString());
    }
}
