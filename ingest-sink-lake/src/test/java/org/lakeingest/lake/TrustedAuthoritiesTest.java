package org.lakeingest.lake;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.List;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import mockwebserver3.Dispatcher;
import mockwebserver3.MockResponse;
import mockwebserver3.MockWebServer;
import mockwebserver3.RecordedRequest;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.lakeingest.api.IngestException;

/** A lake whose certificate no public authority has signed. */
class TrustedAuthoritiesTest {
    private static final String PASSWORD = "changeit";

    @TempDir
    @SuppressWarnings("NullAway.Init") // set before all tests
    static Path folder;

    @BeforeAll
    static void makeCertificate() throws IOException, InterruptedException {
        keytool(
                "-genkeypair",
                "-alias",
                "lake",
                "-keyalg",
                "RSA",
                "-dname",
                "CN=localhost",
                "-ext",
                "san=dns:localhost");
        keytool(
                "-exportcert",
                "-alias",
                "lake",
                "-rfc",
                "-file",
                folder.resolve("ca.pem").toString());
    }

    private static void keytool(String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString()));
        command.addAll(List.of(arguments));
        command.addAll(List.of("-keystore", folder.resolve("store").toString(), "-storepass", PASSWORD));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(said).isZero();
    }

    private static SSLContext context() throws IOException, GeneralSecurityException {
        KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
        try (InputStream in = Files.newInputStream(folder.resolve("store"))) {
            store.load(in, PASSWORD.toCharArray());
        }
        KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        keys.init(store, PASSWORD.toCharArray());
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(keys.getKeyManagers(), null, null);
        return context;
    }

    @Test
    void theFileDecidesWhomToTrust() throws IOException, GeneralSecurityException {
        try (ScriptedLake lake = new ScriptedLake();
                MockWebServer server = new MockWebServer()) {
            server.useHttps(context().getSocketFactory());
            server.setDispatcher(new Dispatcher() {
                @Override
                public MockResponse dispatch(RecordedRequest request) {
                    return lake.ordinary(request);
                }
            });
            server.start();
            String dsn = "https://lake:lake@localhost:" + server.getPort() + "/default";
            try (SinkFixture trusting = new SinkFixture(dsn, "default.orders")) {
                trusting.caFile = folder.resolve("ca.pem");
                trusting.open();
            }
            try (SinkFixture strict = new SinkFixture(dsn, "default.orders")) {
                IngestException reason = catchThrowableOfType(IngestException.class, strict::open);
                assertThat(reason.code()).isEqualTo(LakeErrorCode.LAKE_TLS);
            }
        }
    }

    @Test
    void aFileThatCannotBeReadIsNamed() throws IOException {
        Path empty = Files.createFile(folder.resolve("empty.pem"));
        for (Path file : List.of(empty, folder.resolve("absent.pem"))) {
            try (SinkFixture fixture = new SinkFixture("https://lake:lake@localhost:1/default", "default.orders")) {
                fixture.caFile = file;
                IngestException reason = catchThrowableOfType(IngestException.class, fixture::open);
                assertThat(reason.code()).isEqualTo(LakeErrorCode.LAKE_TLS);
                assertThat(reason).hasMessageContaining(file.toString());
            }
        }
    }
}
