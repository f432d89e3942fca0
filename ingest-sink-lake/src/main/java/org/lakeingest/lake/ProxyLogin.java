package org.lakeingest.lake;

import java.net.InetSocketAddress;
import java.net.PasswordAuthentication;
import java.nio.charset.StandardCharsets;
import okhttp3.Authenticator;
import okhttp3.Challenge;
import okhttp3.Credentials;
import okhttp3.Request;
import okhttp3.Response;
import okhttp3.Route;
import org.jspecify.annotations.Nullable;

/**
 * Logs in at a proxy with what the JVM's authenticator knows for it. OkHttp's own bridge to that authenticator needs the proxy's address
 * resolved, which proxies named in the environment are not. Thread-safe.
 */
final class ProxyLogin implements Authenticator {
    private static final String HEADER = "Proxy-Authorization";
    /** What OkHttp asks before it opens a tunnel, so that the credentials go with the first attempt. */
    private static final String BEFOREHAND = "OkHttp-Preemptive";

    @Override
    public @Nullable Request authenticate(@Nullable Route route, Response response) {
        Request request = response.request();
        if (route == null
                || request.header(HEADER) != null
                || !(route.proxy().address() instanceof InetSocketAddress proxy)) {
            return null;
        }
        for (Challenge challenge : response.challenges()) {
            if (challenge.scheme().equalsIgnoreCase("Basic")
                    || challenge.scheme().equalsIgnoreCase(BEFOREHAND)) {
                PasswordAuthentication known = java.net.Authenticator.requestPasswordAuthentication(
                        proxy.getHostString(),
                        proxy.getAddress(),
                        proxy.getPort(),
                        "http",
                        challenge.realm(),
                        challenge.scheme(),
                        request.url().url(),
                        java.net.Authenticator.RequestorType.PROXY);
                if (known != null) {
                    String login = Credentials.basic(
                            known.getUserName(), new String(known.getPassword()), StandardCharsets.UTF_8);
                    return request.newBuilder().header(HEADER, login).build();
                }
            }
        }
        return null;
    }
}
