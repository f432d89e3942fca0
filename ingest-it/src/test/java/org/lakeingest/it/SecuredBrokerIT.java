package org.lakeingest.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.lakeingest.it.support.Certificates;
import org.lakeingest.it.support.HealthCheck;
import org.lakeingest.it.support.IngestProcess;
import org.lakeingest.it.support.Run;
import org.lakeingest.it.support.Services;
import org.lakeingest.it.support.SharedServices;
import org.lakeingest.sandbox.BrokerOptions;
import org.lakeingest.sandbox.EmbeddedBroker;
import org.lakeingest.sandbox.LoadGenerator;
import org.lakeingest.sandbox.Topics;

/** Flat files over brokers that ask for a name and a password, with and without TLS. */
final class SecuredBrokerIT {
    private static final int MESSAGES = 1_000;
    private static final String MODULE = "org.apache.kafka.common.security.plain.PlainLoginModule required ";
    private static final String LOGIN = MODULE + "username=\"pat\" password=\"p\\\"w\\\\d\";";

    @TempDir
    Path folder;

    @Test
    @Tag("full")
    void logsInWithSaslAndSaysSoWhenThePasswordIsWrong() {
        try (EmbeddedBroker broker = EmbeddedBroker.start(secured("SASL_PLAINTEXT"))) {
            check(broker, Map.of(), Map.of(), ", \"disableTLS\": true");
        }
    }

    @Test
    void logsInWithSaslOverTlsAndTheAuthorityOfSslCertFile() throws IOException, InterruptedException {
        Certificates certificates = Certificates.in(folder);
        BrokerOptions options = secured("SASL_SSL")
                .withSetting(
                        "listener.name.plaintext.ssl.keystore.location",
                        certificates.server().toString())
                .withSetting("listener.name.plaintext.ssl.keystore.type", "PKCS12")
                .withSetting("listener.name.plaintext.ssl.keystore.password", Certificates.PASSWORD)
                .withSetting("listener.name.plaintext.ssl.truststore.location", certificates.authority())
                .withSetting("listener.name.plaintext.ssl.truststore.type", "PEM");
        try (EmbeddedBroker broker = EmbeddedBroker.start(options)) {
            Map<String, String> client =
                    Map.of("ssl.truststore.location", certificates.authority(), "ssl.truststore.type", "PEM");
            check(broker, client, Map.of("SSL_CERT_FILE", certificates.authority()), ", \"disableTLS\": false");

            Run run = run(broker);
            Path file = run.flat(", \"disableTLS\": false" + login("p\\\"w\\\\d"));
            refused(file, Map.of(), "certif");
        }
    }

    private static BrokerOptions secured(String protocol) {
        return BrokerOptions.defaults()
                .withSetting("listener.security.protocol.map", "PLAINTEXT:" + protocol + ",CONTROLLER:PLAINTEXT")
                .withSetting("sasl.mechanism.inter.broker.protocol", "PLAIN")
                .withSetting("listener.name.plaintext.sasl.enabled.mechanisms", "PLAIN")
                .withSetting(
                        "listener.name.plaintext.plain.sasl.jaas.config",
                        MODULE + "username=\"admin\" password=\"secret\" user_admin=\"secret\""
                                + " user_pat=\"p\\\"w\\\\d\";");
    }

    private Run run(EmbeddedBroker broker) {
        return new Run(
                Services.of(
                        broker.bootstrapServers(),
                        SharedServices.of(Services.Kind.EMBEDDED).lakeDsn()),
                "secured",
                folder);
    }

    private static String login(String password) {
        return ", \"isSASL\": true, \"saslUser\": \"pat\", \"saslPassword\": \"" + password + "\"";
    }

    private void check(EmbeddedBroker broker, Map<String, String> trust, Map<String, String> environment, String tls) {
        Map<String, String> client = new HashMap<>(trust);
        client.put("security.protocol", trust.isEmpty() ? "SASL_PLAINTEXT" : "SASL_SSL");
        client.put("sasl.mechanism", "PLAIN");
        client.put("sasl.jaas.config", LOGIN);
        Run run = run(broker);
        try (Topics topics = new Topics(broker.bootstrapServers(), client)) {
            topics.create(run.topic(), 1);
        }
        LoadGenerator.Result made = new LoadGenerator(
                        new LoadGenerator.Options(broker.bootstrapServers(), run.topic(), 0, MESSAGES, 1, 0, client))
                .run();
        assertThat(made.failed() + made.remaining()).isZero();

        try (IngestProcess ingest = IngestProcess.dropIn(
                folder, environment, "-f", run.flat(tls + login("p\\\"w\\\\d")).toString())) {
            Awaitility.await().atMost(Duration.ofSeconds(30)).until(() -> run.rows() == MESSAGES || !ingest.alive());
            assertThat(run.rows()).as(ingest.output()).isEqualTo(MESSAGES);
            ingest.terminate();
            assertThat(ingest.exitCode()).as(ingest.output()).isZero();
            HealthCheck.assertHealthy(ingest.output());
        }
        refused(run.flat(tls + login("wrong-word")), environment, "Authentication failed");
    }

    private void refused(Path file, Map<String, String> environment, String named) {
        try (IngestProcess ingest = IngestProcess.dropIn(folder, environment, "-f", file.toString())) {
            assertThat(ingest.exitCode()).as(ingest.output()).isEqualTo(2);
            assertThat(HealthCheck.reasons(ingest.output()))
                    .as(ingest.output())
                    .singleElement()
                    .asString()
                    .contains("[AUTHENTICATION_FAILED]", named)
                    .doesNotContain("wrong-word");
        }
    }
}
