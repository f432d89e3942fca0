package org.lakeingest.app.net;

import java.net.Authenticator;
import java.net.ProxySelector;
import java.security.Security;
import java.util.Map;

/** Makes the JVM look at what other programs look at: HTTP_PROXY, HTTPS_PROXY, NO_PROXY, SSL_CERT_FILE, the system's certificates. */
public final class Surroundings {
    private Surroundings() {}

    /** For the whole process, so call it once, before the first connection. Options of the JVM still count where they were given. */
    public static void apply(Map<String, String> environment) {
        EnvironmentProxies proxies = EnvironmentProxies.of(environment);
        if (proxies.any()
                && System.getProperty("http.proxyHost") == null
                && System.getProperty("https.proxyHost") == null) {
            ProxySelector.setDefault(proxies);
            Authenticator.setDefault(proxies.authenticator());
        }
        Security.insertProviderAt(new SystemTrust(environment), 1);
    }
}
