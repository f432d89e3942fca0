package org.lakeingest.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.lakeingest.it.support.Certificates;
import org.lakeingest.it.support.ForwardProxy;
import org.lakeingest.it.support.HealthCheck;
import org.lakeingest.it.support.IngestProcess;
import org.lakeingest.it.support.Relay;
import org.lakeingest.it.support.Run;
import org.lakeingest.it.support.Services;
import org.lakeingest.it.support.SharedServices;

/** A lake behind a proxy, behind TLS, and behind both, as the environment of the process says. */
final class SurroundingsIT {
    private static final int MESSAGES = 1_000;
    private static final Pattern PORT = Pattern.compile("@[^/]*:(\\d+)");
    /** Only the proxy takes it for an address. */
    private static final String PLAIN = "http://lake:lake@lake.test:8000/default?presigned_url_disabled=true";

    private static final String TLS = "databend://lake:lake@lake.test:443/default?presigned_url_disabled=true";

    @TempDir
    static Path shared;

    private static Certificates certificates;

    @TempDir
    Path folder;

    @BeforeAll
    static void makeCertificates() throws IOException, InterruptedException {
        certificates = Certificates.in(shared);
    }

    @Test
    void reachesALakeThroughTheProxyOfTheEnvironment() {
        try (Run run = new Run(SharedServices.of(Services.Kind.EMBEDDED), "proxy", folder);
                ForwardProxy proxy = new ForwardProxy(lakePort(), "pat:p@ss word")) {
            String address = "http://pat:p%40ss%20word@127.0.0.1:" + proxy.port();
            arrives(run, PLAIN, Map.of("HTTP_PROXY", address));
            assertThat(proxy.requests()).isPositive();
        }
    }

    @Test
    void reachesALakeWithTlsThroughTheProxyOfTheEnvironment() throws IOException {
        try (Run run = new Run(SharedServices.of(Services.Kind.EMBEDDED), "tlsproxy", folder);
                Relay lake = new Relay(certificates.sockets(), lakePort());
                ForwardProxy proxy = new ForwardProxy(lake.port(), "pat:word")) {
            arrives(
                    run,
                    TLS,
                    Map.of(
                            "https_proxy",
                            "pat:word@127.0.0.1:" + proxy.port(),
                            "HTTP_PROXY",
                            "http://127.0.0.1:1",
                            "SSL_CERT_FILE",
                            certificates.authority()));
            assertThat(proxy.tunnels()).isPositive();
        }
    }

    @Test
    void endsWithOneLineWhenTheProxyRefusesThePassword() {
        try (Run run = new Run(SharedServices.of(Services.Kind.EMBEDDED), "proxy407", folder);
                ForwardProxy proxy = new ForwardProxy(lakePort(), "pat:word")) {
            run.createTopic(1);
            String address = "http://pat:wrong-word@127.0.0.1:" + proxy.port();
            refused(run, PLAIN, Map.of("HTTP_PROXY", address), 2, "[LAKE_PROXY]");
        }
    }

    @Test
    @Tag("full")
    void endsWithOneLineWhenTheProxyOfATunnelRefusesThePassword() throws IOException {
        try (Run run = new Run(SharedServices.of(Services.Kind.EMBEDDED), "tunnel407", folder);
                ForwardProxy proxy = new ForwardProxy(lakePort(), "pat:word")) {
            run.createTopic(1);
            refused(run, TLS, Map.of("HTTPS_PROXY", "http://127.0.0.1:" + proxy.port()), 2, "[LAKE_PROXY]");
        }
    }

    @Test
    @Tag("full")
    void waitsForAProxyThatCannotReachTheLake() {
        try (Run run = new Run(SharedServices.of(Services.Kind.EMBEDDED), "proxy502", folder);
                ForwardProxy proxy = new ForwardProxy(lakePort(), "")) {
            run.createTopic(1);
            run.produce(0, MESSAGES, 1);
            proxy.refuse("502 Bad Gateway");
            Path file = run.flat(run.services().bootstrapServers(), PLAIN, "");
            Map<String, String> environment = Map.of("HTTP_PROXY", "http://127.0.0.1:" + proxy.port());
            try (IngestProcess ingest = IngestProcess.dropIn(folder, environment, "-f", file.toString())) {
                Awaitility.await()
                        .atMost(Duration.ofSeconds(30))
                        .until(() -> ingest.lines("trying again") > 0 || !ingest.alive());
                assertThat(ingest.output()).contains("502");
                proxy.refuse("");
                awaitRows(run, ingest);
            }
        }
    }

    @Test
    @Tag("full")
    void goesPastTheProxyWhereNoProxySaysSo() throws IOException {
        try (Run run = new Run(SharedServices.of(Services.Kind.EMBEDDED), "noproxy", folder)) {
            run.createTopic(1);
            Map<String, String> environment =
                    Map.of("HTTP_PROXY", "http://127.0.0.1:1", "NO_PROXY", "example.org,lake.test");
            Path file = run.flat(run.services().bootstrapServers(), PLAIN, "");
            try (IngestProcess ingest = IngestProcess.dropIn(folder, environment, "-f", file.toString())) {
                Awaitility.await()
                        .atMost(Duration.ofSeconds(30))
                        .until(() -> ingest.lines("trying again") > 0 || !ingest.alive());
                assertThat(ingest.output()).contains("lake.test:8000: the host name is unknown");
            }
        }
    }

    @Test
    @Tag("full")
    void reachesALakeWithTheAuthorityOfSslCertFile() throws IOException {
        try (Run run = new Run(SharedServices.of(Services.Kind.EMBEDDED), "tls", folder);
                Relay lake = new Relay(certificates.sockets(), lakePort())) {
            arrives(run, dsn("databend", lake.port()), Map.of("SSL_CERT_FILE", certificates.authority()));
        }
    }

    @Test
    void endsWithOneLineWhenTheAuthorityIsNotTrusted() throws IOException {
        try (Run run = new Run(SharedServices.of(Services.Kind.EMBEDDED), "untrusted", folder);
                Relay lake = new Relay(certificates.sockets(), lakePort())) {
            run.createTopic(1);
            refused(run, dsn("databend", lake.port()), Map.of(), 2, "[LAKE_TLS]");
        }
    }

    @Test
    @Tag("full")
    void endsWithOneLineWhenOneSideSpeaksTlsAndTheOtherDoesNot() throws IOException {
        try (Run run = new Run(SharedServices.of(Services.Kind.EMBEDDED), "notls", folder)) {
            run.createTopic(1);
            refused(run, dsn("https", lakePort()), Map.of(), 2, "[LAKE_TLS]");
        }
    }

    private static String dsn(String scheme, int port) {
        return scheme + "://lake:lake@localhost:" + port + "/default?presigned_url_disabled=true";
    }

    private static int lakePort() {
        Matcher port = PORT.matcher(SharedServices.of(Services.Kind.EMBEDDED).lakeDsn());
        assertThat(port.find()).isTrue();
        return Integer.parseInt(port.group(1));
    }

    private void arrives(Run run, String dsn, Map<String, String> environment) {
        run.createTopic(1);
        run.produce(0, MESSAGES, 1);
        Path file = run.flat(run.services().bootstrapServers(), dsn, "");
        try (IngestProcess ingest = IngestProcess.dropIn(folder, environment, "-f", file.toString())) {
            awaitRows(run, ingest);
            ingest.terminate();
            assertThat(ingest.exitCode()).as(ingest.output()).isZero();
            HealthCheck.assertHealthy(ingest.output());
        }
    }

    private static void awaitRows(Run run, IngestProcess ingest) {
        Awaitility.await().atMost(Duration.ofSeconds(30)).until(() -> run.rows() == MESSAGES || !ingest.alive());
        assertThat(run.rows()).as(ingest.output()).isEqualTo(MESSAGES);
    }

    private void refused(Run run, String dsn, Map<String, String> environment, int status, String named) {
        Path file = run.flat(run.services().bootstrapServers(), dsn, "");
        try (IngestProcess ingest = IngestProcess.dropIn(folder, environment, "-f", file.toString())) {
            assertThat(ingest.exitCode()).as(ingest.output()).isEqualTo(status);
            assertThat(HealthCheck.reasons(ingest.output()))
                    .as(ingest.output())
                    .singleElement()
                    .asString()
                    .contains(named)
                    .doesNotContain("Exception", "wrong-word");
        }
    }
}
