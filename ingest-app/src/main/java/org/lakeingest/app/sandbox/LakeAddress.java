package org.lakeingest.app.sandbox;

import java.net.URI;
import java.net.URISyntaxException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.lakeingest.app.cli.CommandFailure;

/**
 * Where a lake is and who asks it, as a DSN says. Immutable.
 *
 * @param uri scheme, host and port only
 */
record LakeAddress(URI uri, String user, String password) {
    private static final int HTTP_PORT = 80;
    private static final int HTTPS_PORT = 443;

    /** @throws CommandFailure with status 2 when the text is no DSN */
    static LakeAddress parse(String dsn) {
        try {
            URI parsed = new URI(dsn);
            if (parsed.getScheme() == null || parsed.getHost() == null) {
                throw unreadable(null);
            }
            boolean plain = parsed.getScheme().toLowerCase(Locale.ROOT).endsWith("http")
                    || String.valueOf(parsed.getQuery()).contains("sslmode=disable");
            int usual = plain ? HTTP_PORT : HTTPS_PORT;
            int port = parsed.getPort() < 0 ? usual : parsed.getPort();
            String[] who = String.valueOf(parsed.getRawUserInfo()).split(":", 2);
            return new LakeAddress(
                    new URI((plain ? "http://" : "https://") + parsed.getHost() + ":" + port),
                    parsed.getRawUserInfo() == null ? "root" : decoded(who[0]),
                    who.length < 2 ? "" : decoded(who[1]));
        } catch (URISyntaxException | IllegalArgumentException e) {
            throw unreadable(e);
        }
    }

    private static CommandFailure unreadable(@Nullable Exception cause) {
        // The text may hold a password.
        return new CommandFailure(
                2, "--lake-dsn is not of the form scheme://user:password@host:port/database?key=value", cause);
    }

    private static String decoded(String part) {
        return URLDecoder.decode(part.replace("+", "%2B"), StandardCharsets.UTF_8);
    }
}
