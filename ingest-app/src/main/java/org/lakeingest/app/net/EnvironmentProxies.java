package org.lakeingest.app.net;

import java.io.IOException;
import java.net.Authenticator;
import java.net.InetSocketAddress;
import java.net.PasswordAuthentication;
import java.net.Proxy;
import java.net.ProxySelector;
import java.net.SocketAddress;
import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** HTTP_PROXY, HTTPS_PROXY and NO_PROXY with the meaning that programs in Go give them. Immutable. */
final class EnvironmentProxies extends ProxySelector {
    private static final int SOCKS_PORT = 1080;

    private final @Nullable Via http;
    private final @Nullable Via https;
    private final NoProxy exceptions;

    /** A proxy and what it asks for. */
    private record Via(Proxy proxy, String host, String user, String password) {}

    private EnvironmentProxies(@Nullable Via http, @Nullable Via https, NoProxy exceptions) {
        this.http = http;
        this.https = https;
        this.exceptions = exceptions;
    }

    /** What cannot be read counts as absent. */
    static EnvironmentProxies of(Map<String, String> environment) {
        return new EnvironmentProxies(
                via(value(environment, "HTTP_PROXY")),
                via(value(environment, "HTTPS_PROXY")),
                new NoProxy(value(environment, "NO_PROXY")));
    }

    private static String value(Map<String, String> environment, String name) {
        String upper = environment.getOrDefault(name, "");
        return upper.isEmpty() ? environment.getOrDefault(name.toLowerCase(Locale.ROOT), "") : upper;
    }

    private static @Nullable Via via(String text) {
        if (text.isBlank()) {
            return null;
        }
        try {
            URI uri = URI.create(text.contains("://") ? text.strip() : "http://" + text.strip());
            String host = uri.getHost();
            if (host == null) {
                return null;
            }
            boolean socks = uri.getScheme().startsWith("socks");
            int standard = socks ? SOCKS_PORT : uri.getScheme().equals("https") ? 443 : 80;
            int port = uri.getPort() < 0 ? standard : uri.getPort();
            String[] user = (uri.getRawUserInfo() == null ? ":" : uri.getRawUserInfo() + ":").split(":", -1);
            return new Via(
                    new Proxy(
                            socks ? Proxy.Type.SOCKS : Proxy.Type.HTTP, InetSocketAddress.createUnresolved(host, port)),
                    host,
                    decoded(user[0]),
                    decoded(user[1]));
        } catch (IllegalArgumentException e) {
            return null;
        }
    }

    private static String decoded(String text) {
        return URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.UTF_8);
    }

    boolean any() {
        return http != null || https != null;
    }

    /** Answers with the credentials of the proxy's address, to that proxy only. */
    Authenticator authenticator() {
        return new Authenticator() {
            @Override
            protected @Nullable PasswordAuthentication getPasswordAuthentication() {
                if (getRequestorType() != RequestorType.PROXY) {
                    return null;
                }
                for (Via via : new Via[] {https, http}) {
                    if (via != null
                            && via.host().equals(getRequestingHost())
                            && !via.user().isEmpty()) {
                        return new PasswordAuthentication(
                                via.user(), via.password().toCharArray());
                    }
                }
                return null;
            }
        };
    }

    @Override
    public List<Proxy> select(URI uri) {
        Via via = "https".equals(uri.getScheme()) ? https : "http".equals(uri.getScheme()) ? http : null;
        int standard = "https".equals(uri.getScheme()) ? 443 : 80;
        int port = uri.getPort() < 0 ? standard : uri.getPort();
        if (via == null || uri.getHost() == null || exceptions.covers(uri.getHost(), port)) {
            return List.of(Proxy.NO_PROXY);
        }
        return List.of(via.proxy());
    }

    @Override
    public void connectFailed(URI uri, SocketAddress address, IOException failure) {
        // Whoever connects reports it.
    }
}
