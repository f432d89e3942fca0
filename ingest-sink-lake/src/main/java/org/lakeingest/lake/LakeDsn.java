package org.lakeingest.lake;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BiFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Address, credentials and session settings, read from {@code scheme://user:password@host[:port][/database][?key=value&…]}.
 * The grammar is the one of the lake's Go client. Immutable; {@link #toString} masks the credentials.
 *
 * @param tls whether to speak HTTPS
 * @param database empty text is never returned; {@code default} when the DSN names none
 * @param options keys the client itself reads, checked
 * @param settings all other keys: session settings, sent with every statement
 */
record LakeDsn(
        boolean tls,
        String host,
        int port,
        String user,
        String password,
        String database,
        Map<String, String> options,
        Map<String, String> settings) {

    private static final Pattern SHAPE = Pattern.compile("([A-Za-z][A-Za-z0-9+.-]*)://(.*)", Pattern.DOTALL);
    private static final Pattern HOST = Pattern.compile("(\\[[0-9A-Fa-f:.%]+]|[^:/?#\\[\\]\\s]+)(?::(\\d{1,5}))?");
    private static final Pattern DURATION = Pattern.compile("(\\d+(?:\\.\\d+)?)(ms|us|µs|ns|h|m|s)");
    private static final Set<String> TLS_SCHEMES = Set.of("databend", "https", "databend+https");
    private static final Set<String> OWN = Set.of(
            "tenant",
            "warehouse",
            "role",
            "access_token",
            "access_token_file",
            "timeout",
            "wait_time_secs",
            "max_rows_in_buffer",
            "max_rows_per_page",
            "presigned_url_disabled",
            "copy_purge",
            "copy_force",
            "copy_on_error",
            "sslmode");
    /** Read by other clients; without a meaning here. */
    private static final Set<String> IGNORED =
            Set.of("debug", "enable_http_compression", "empty_field_as", "enable_otel", "login", "query_result_format");

    private static final Set<String> REFUSED = Set.of("database", "query", "default_format", "tls_config");

    LakeDsn {
        options = Map.copyOf(options);
        settings = Map.copyOf(settings);
    }

    /**
     * Reads a DSN.
     *
     * @throws IllegalArgumentException with one line that starts with the option's name and holds no password
     */
    static LakeDsn parse(String text) {
        Matcher shape = SHAPE.matcher(text.strip());
        if (!shape.matches()) {
            throw unreadable(text, "it must start with http://, https:// or databend://");
        }
        String scheme = scheme(text, shape.group(1));
        String rest = shape.group(2);
        int at = userEnd(rest);
        String[] user = at < 0 ? new String[] {"", ""} : split(rest.substring(0, at), ':');
        String behind = rest.substring(at + 1);
        int question = behind.indexOf('?');
        String address = question < 0 ? behind : behind.substring(0, question);
        int slash = address.indexOf('/');
        String database = slash < 0 ? "" : decode(address.substring(slash + 1), false);
        Matcher host = HOST.matcher(slash < 0 ? address : address.substring(0, slash));
        if (!host.matches() || database.indexOf('/') >= 0) {
            throw unreadable(text, "host, port or database cannot be read");
        }
        Map<String, String> options = new TreeMap<>();
        Map<String, String> settings = new TreeMap<>();
        readQuery(text, question < 0 ? "" : behind.substring(question + 1), options, settings);
        boolean tls = !scheme.endsWith("http") && !"disable".equals(options.get("sslmode"));
        if (user[0].isEmpty() && !options.containsKey("access_token") && !options.containsKey("access_token_file")) {
            throw unreadable(text, "it names no user; write scheme://user:password@host");
        }
        return new LakeDsn(
                tls,
                host.group(1),
                port(text, host.group(2), tls),
                decode(user[0], false),
                decode(user[1], false),
                database.isEmpty() ? "default" : database,
                options,
                settings);
    }

    /** Of the lake's other clients, some take any scheme that does not end in http for TLS, misspelt ones too. */
    private static String scheme(String text, String written) {
        String scheme = written.toLowerCase(Locale.ROOT);
        if (!scheme.endsWith("http") && !TLS_SCHEMES.contains(scheme)) {
            throw unreadable(
                    text,
                    "the scheme " + scheme
                            + " is unknown; write http (or another that ends in http) for no TLS, https or databend for TLS");
        }
        return scheme;
    }

    /** Index of the at sign behind the credentials, -1 without any; a password may hold at signs and slashes. */
    private static int userEnd(String rest) {
        int end = 0;
        while (end < rest.length() && "/?#".indexOf(rest.charAt(end)) < 0) {
            end++;
        }
        int at = rest.lastIndexOf('@', end);
        if (at >= 0) {
            return at;
        }
        int question = rest.indexOf('?');
        return rest.lastIndexOf('@', question < 0 ? rest.length() : question);
    }

    private static int port(String text, String written, boolean tls) {
        int port = written == null ? (tls ? 443 : 80) : Integer.parseInt(written);
        if (port < 1 || port > 65_535) {
            throw unreadable(text, "there is no port " + port);
        }
        return port;
    }

    private static void readQuery(
            String text, String query, Map<String, String> options, Map<String, String> settings) {
        int start = 0;
        while (start < query.length()) {
            int end = query.indexOf('&', start);
            end = end < 0 ? query.length() : end;
            String[] pair = split(query.substring(start, end), '=');
            start = end + 1;
            String key = decode(pair[0], true);
            String value = decode(pair[1], true);
            if (REFUSED.contains(key)) {
                throw unreadable(text, "the key " + key + " is not supported");
            } else if (OWN.contains(key)) {
                options.put(key, value);
            } else if (key.equals("timezone") || key.equals("location")) {
                settings.put("timezone", value);
            } else if (!key.isEmpty() && !IGNORED.contains(key)) {
                settings.put(key, value);
            }
        }
        for (String key : Set.of("presigned_url_disabled", "copy_purge", "copy_force")) {
            check(text, options, key, LakeDsn::bool);
        }
        check(text, options, "copy_on_error", LakeDsn::continues);
        check(text, options, "timeout", LakeDsn::goDuration);
        for (String key : Set.of("wait_time_secs", "max_rows_in_buffer", "max_rows_per_page")) {
            check(text, options, key, LakeDsn::whole);
        }
    }

    private static void check(
            String text, Map<String, String> options, String key, BiFunction<String, String, ?> reader) {
        String value = options.get(key);
        if (value == null) {
            return;
        }
        try {
            var unused = reader.apply(key, value);
        } catch (IllegalArgumentException e) {
            throw unreadable(text, String.valueOf(e.getMessage()));
        }
    }

    private static boolean bool(String key, String value) {
        return switch (value) {
            case "1", "t", "T", "true", "TRUE", "True" -> true;
            case "0", "f", "F", "false", "FALSE", "False" -> false;
            default -> throw new IllegalArgumentException(key + " must be true or false, not '" + value + "'");
        };
    }

    private static boolean continues(String key, String value) {
        return switch (value.toLowerCase(Locale.ROOT)) {
            case "continue" -> true;
            case "abort" -> false;
            default -> throw new IllegalArgumentException(key + " must be abort or continue, not '" + value + "'");
        };
    }

    private static int whole(String key, String value) {
        try {
            int number = Integer.parseInt(value);
            if (number > 0) {
                return number;
            }
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(key + " must be a whole number, not '" + value + "'", e);
        }
        throw new IllegalArgumentException(key + " must be positive, not '" + value + "'");
    }

    private static Duration goDuration(String key, String value) {
        Matcher part = DURATION.matcher(value);
        double seconds = 0;
        int end = 0;
        while (part.find() && part.start() == end) {
            double unit = switch (part.group(2)) {
                case "h" -> 3600;
                case "m" -> 60;
                case "s" -> 1;
                case "ms" -> 1e-3;
                case "ns" -> 1e-9;
                default -> 1e-6;
            };
            seconds += Double.parseDouble(part.group(1)) * unit;
            end = part.end();
        }
        if (value.isEmpty() || end < value.length() || seconds < 1e-3) {
            throw new IllegalArgumentException(key + " must be a duration like 60s, not '" + value + "'");
        }
        return Duration.ofMillis((long) (seconds * 1000));
    }

    private static String[] split(String text, char separator) {
        int at = text.indexOf(separator);
        return at < 0 ? new String[] {text, ""} : new String[] {text.substring(0, at), text.substring(at + 1)};
    }

    /** Percent-decodes; a percent sign that is no escape stands for itself, since people paste passwords as they are. */
    private static String decode(String text, boolean plusIsSpace) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(text.length());
        for (int i = 0; i < text.length(); ) {
            char c = text.charAt(i);
            int high = c == '%' && i + 2 < text.length() ? Character.digit(text.charAt(i + 1), 16) : -1;
            int low = high >= 0 ? Character.digit(text.charAt(i + 2), 16) : -1;
            if (low >= 0) {
                bytes.write(high << 4 | low);
                i += 3;
            } else {
                int codePoint = c == '+' && plusIsSpace ? ' ' : text.codePointAt(i);
                bytes.writeBytes(Character.toString(codePoint).getBytes(StandardCharsets.UTF_8));
                i += Character.charCount(codePoint);
            }
        }
        return bytes.toString(StandardCharsets.UTF_8);
    }

    private static IllegalArgumentException unreadable(String text, String why) {
        return new IllegalArgumentException("dsn '" + mask(text.strip()) + "' cannot be used: " + why);
    }

    /** Hides everything between scheme and host, and tokens. When in doubt it hides too much. */
    private static String mask(String text) {
        int start = text.indexOf("://");
        int at = text.lastIndexOf('@');
        String masked = at < 0
                ? text.replaceAll("(://[^:/?]*:)(?!\\d+(?:[/?]|$))[^/?]*", "$1******")
                : text.substring(0, start < 0 ? 0 : start + 3) + "******@" + text.substring(at + 1);
        return masked.replaceAll("(access_token(?:_file)?=)[^&]*", "$1******").replaceAll("[\\r\\n]+", " ");
    }

    Optional<String> option(String key) {
        return Optional.ofNullable(options.get(key));
    }

    boolean presignDisabled() {
        return flag("presigned_url_disabled").orElse(false);
    }

    Optional<Boolean> flag(String key) {
        return option(key).map(v -> bool("", v));
    }

    /** Whether COPY goes on without the rows that it refuses. */
    Optional<Boolean> dropsRows() {
        return option("copy_on_error").map(v -> continues("", v));
    }

    Optional<Duration> timeout() {
        return option("timeout").map(v -> goDuration("", v));
    }

    OptionalInt number(String key) {
        return option(key).map(v -> OptionalInt.of(whole(key, v))).orElse(OptionalInt.empty());
    }

    /** Scheme, host and port, without credentials. */
    String address() {
        return (tls ? "https://" : "http://") + host + ":" + port;
    }

    @Override
    public String toString() {
        return address() + "/" + database;
    }
}
