package org.lakeingest.lake;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509TrustManager;
import okhttp3.OkHttpClient;

/** Certificates of a PEM file, trusted in place of those that Java trusts. Host names are checked all the same. Immutable. */
final class TrustedAuthorities {
    private final SSLContext context;
    private final X509TrustManager manager;

    private TrustedAuthorities(SSLContext context, X509TrustManager manager) {
        this.context = context;
        this.manager = manager;
    }

    /** @throws LakeException when the file cannot be read or holds no certificate */
    static TrustedAuthorities read(Path file) {
        try (InputStream in = Files.newInputStream(file)) {
            KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
            store.load(null, null);
            int count = 0;
            for (Certificate certificate :
                    CertificateFactory.getInstance("X.509").generateCertificates(in)) {
                store.setCertificateEntry("ca-" + count++, certificate);
            }
            if (count == 0) {
                throw new LakeException(LakeErrorCode.LAKE_TLS, "ca-file '" + file + "' holds no certificate");
            }
            return of(store);
        } catch (IOException | GeneralSecurityException e) {
            throw new LakeException(LakeErrorCode.LAKE_TLS, 0, "ca-file '" + file + "' cannot be read", e);
        }
    }

    private static TrustedAuthorities of(KeyStore store) throws GeneralSecurityException {
        TrustManagerFactory factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        factory.init(store);
        for (TrustManager manager : factory.getTrustManagers()) {
            if (manager instanceof X509TrustManager x509) {
                SSLContext context = SSLContext.getInstance("TLS");
                context.init(null, new TrustManager[] {x509}, null);
                return new TrustedAuthorities(context, x509);
            }
        }
        throw new IllegalStateException("Every Java platform has a manager of X.509 trust");
    }

    void applyTo(OkHttpClient.Builder builder) {
        builder.sslSocketFactory(context.getSocketFactory(), manager);
    }
}
