package org.lakeingest.app.net;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509TrustManager;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SystemTrustTest {
    @TempDir
    @SuppressWarnings("NullAway.Init") // injected
    private Path folder;

    @Test
    void trustsTheFileOfTheEnvironmentBesidesTheJvm() throws GeneralSecurityException, IOException {
        List<X509Certificate> ofTheJvm = trusted("SunJSSE", null);
        X509Certificate some = ofTheJvm.get(0);
        Path file = Files.writeString(folder.resolve("ca.pem"), "# a comment\n" + pem(some) + "not a certificate\n");

        List<X509Certificate> trusted = trusted(null, Map.of("SSL_CERT_FILE", file.toString()));

        assertThat(trusted).containsAll(ofTheJvm);
        assertThat(CertificateFiles.of(Map.of("SSL_CERT_FILE", file.toString())).read())
                .containsExactly(some);
    }

    @Test
    void leavesATrustStoreThatIsNamedAlone() throws GeneralSecurityException, IOException {
        X509Certificate some = trusted("SunJSSE", null).get(0);
        KeyStore named = KeyStore.getInstance("PKCS12");
        named.load(null, null);
        named.setCertificateEntry("one", some);
        TrustManagerFactory factory = TrustManagerFactory.getInstance("PKIX", new SystemTrust(Map.of()));
        factory.init(named);

        assertThat(issuers(factory)).containsExactly(some);
    }

    @Test
    void takesAFileThatIsNotThereAsNoCertificates() throws GeneralSecurityException {
        assertThat(CertificateFiles.of(Map.of("SSL_CERT_FILE", "/nonexistent/ca.pem", "SSL_CERT_DIR", "/nonexistent"))
                        .read())
                .isEmpty();
    }

    private static List<X509Certificate> trusted(@Nullable String provider, @Nullable Map<String, String> environment)
            throws GeneralSecurityException {
        TrustManagerFactory factory = environment == null
                ? TrustManagerFactory.getInstance("PKIX", requireNonNull(provider))
                : TrustManagerFactory.getInstance("PKIX", new SystemTrust(environment));
        factory.init((KeyStore) null);
        return issuers(factory);
    }

    private static List<X509Certificate> issuers(TrustManagerFactory factory) {
        return Arrays.asList(((X509TrustManager) factory.getTrustManagers()[0]).getAcceptedIssuers());
    }

    private static String pem(X509Certificate certificate) throws GeneralSecurityException {
        String body = Base64.getMimeEncoder().encodeToString(certificate.getEncoded());
        return "-----BEGIN CERTIFICATE-----\n" + body + "\n-----END CERTIFICATE-----\n";
    }
}
