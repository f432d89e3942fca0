package org.lakeingest.app.net;

import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.InvalidAlgorithmParameterException;
import java.security.KeyStore;
import java.security.KeyStoreException;
import java.security.NoSuchAlgorithmException;
import java.security.NoSuchProviderException;
import java.security.Provider;
import java.security.cert.X509Certificate;
import java.util.Map;
import javax.net.ssl.ManagerFactoryParameters;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.TrustManagerFactorySpi;
import javax.net.ssl.X509TrustManager;
import org.jspecify.annotations.Nullable;

/**
 * Trusts the certificates of the operating system, or those of SSL_CERT_FILE and SSL_CERT_DIR, besides those of the JVM, wherever nobody
 * names a trust store. As a provider it reaches every library, and reads nothing before the first TLS connection.
 */
final class SystemTrust extends Provider {
    private static final long serialVersionUID = 1L;
    private static final String ALGORITHM = "PKIX";
    private static final String ORIGINAL = "SunJSSE";

    SystemTrust(Map<String, String> environment) {
        super("LakeIngestTrust", "1", "Trusts the certificates of the system besides those of the JVM");
        CertificateFiles files = CertificateFiles.of(environment);
        putService(new Service(this, "TrustManagerFactory", ALGORITHM, Factory.class.getName(), null, null) {
            @Override
            public Object newInstance(@Nullable Object parameter) throws NoSuchAlgorithmException {
                try {
                    return new Factory(files);
                } catch (NoSuchProviderException e) {
                    throw new NoSuchAlgorithmException(e);
                }
            }
        });
    }

    /** The JVM's own factory with more certificates. */
    private static final class Factory extends TrustManagerFactorySpi {
        private final CertificateFiles files;
        private final TrustManagerFactory original;

        Factory(CertificateFiles files) throws NoSuchAlgorithmException, NoSuchProviderException {
            this.files = files;
            this.original = TrustManagerFactory.getInstance(ALGORITHM, ORIGINAL);
        }

        @Override
        protected void engineInit(@Nullable KeyStore store) throws KeyStoreException {
            original.init(store);
            if (store == null) {
                try {
                    original.init(both());
                } catch (GeneralSecurityException | IOException e) {
                    throw new KeyStoreException("certificates of the system cannot be used", e);
                }
            }
        }

        private KeyStore both() throws GeneralSecurityException, IOException {
            KeyStore both = KeyStore.getInstance("PKCS12");
            both.load(null, null);
            int number = 0;
            for (TrustManager manager : original.getTrustManagers()) {
                if (manager instanceof X509TrustManager trusted) {
                    for (X509Certificate certificate : trusted.getAcceptedIssuers()) {
                        both.setCertificateEntry("c" + number++, certificate);
                    }
                }
            }
            for (X509Certificate certificate : files.read()) {
                both.setCertificateEntry("c" + number++, certificate);
            }
            return both;
        }

        @Override
        protected void engineInit(ManagerFactoryParameters parameters) throws InvalidAlgorithmParameterException {
            original.init(parameters);
        }

        @Override
        protected TrustManager[] engineGetTrustManagers() {
            return original.getTrustManagers();
        }
    }
}
