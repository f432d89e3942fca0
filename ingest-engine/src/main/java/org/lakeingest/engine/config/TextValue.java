package org.lakeingest.engine.config;

import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.lakeingest.api.config.DataSize;
import org.lakeingest.api.config.Secret;

/** Values that are written as one piece of text. */
final class TextValue {
    private static final Pattern DURATION = Pattern.compile("(\\d{1,18})\\s*(ms|s|m|h|d)");
    private static final Map<Class<?>, String> NAMES = Map.ofEntries(
            Map.entry(boolean.class, "true or false"),
            Map.entry(int.class, "whole number"),
            Map.entry(long.class, "whole number"),
            Map.entry(double.class, "number"),
            Map.entry(String.class, "text"),
            Map.entry(Duration.class, "duration"),
            Map.entry(DataSize.class, "size"),
            Map.entry(URI.class, "URI"),
            Map.entry(Path.class, "path"),
            Map.entry(Secret.class, "secret"));

    /** A hundred years, which is below what 64 bits of nanoseconds hold: whoever counts in these cannot overflow. */
    private static final Duration LONGEST = Duration.ofDays(36_500);

    private TextValue() {}

    static boolean isText(Class<?> type) {
        return type.isEnum() || NAMES.containsKey(type);
    }

    /** For a reference page. */
    static String describe(Class<?> type) {
        return type.isEnum() ? allowed(type) : NAMES.getOrDefault(type, type.getSimpleName());
    }

    /**
     * Reads a value.
     *
     * @throws IllegalArgumentException whose message goes on after the text: {@code is not a duration; ...}. It never holds the
     *     text, which may be a secret
     */
    static Object parse(Class<?> type, String text) {
        String trimmed = text.trim();
        if (type == String.class) {
            return text;
        } else if (type == Secret.class) {
            return new Secret(text);
        } else if (type == boolean.class) {
            return parseBoolean(trimmed);
        } else if (type == Duration.class) {
            return parseDuration(trimmed);
        } else if (type == DataSize.class) {
            return parseSize(trimmed);
        } else if (type == URI.class) {
            return parseUri(trimmed);
        } else if (type == Path.class) {
            return parsePath(text);
        } else if (type.isEnum()) {
            return parseEnum(type, trimmed);
        }
        return parseNumber(type, trimmed);
    }

    private static Object parseBoolean(String text) {
        return switch (text.toLowerCase(Locale.ROOT)) {
            case "true" -> true;
            case "false" -> false;
            default -> throw new IllegalArgumentException("is neither true nor false");
        };
    }

    private static Object parseNumber(Class<?> type, String text) {
        try {
            if (type == int.class) {
                return Integer.parseInt(text);
            }
            return type == long.class ? (Object) Long.parseLong(text) : Double.parseDouble(text);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(
                    type == double.class
                            ? "is not a number"
                            : "is not a whole number of at most " + (type == int.class ? "2147483647" : "19 digits"),
                    e);
        }
    }

    private static Duration parseDuration(String text) {
        Matcher matcher = DURATION.matcher(text);
        if (matcher.matches()) {
            long amount = Long.parseLong(matcher.group(1));
            try {
                Duration duration = switch (matcher.group(2)) {
                    case "ms" -> Duration.ofMillis(amount);
                    case "s" -> Duration.ofSeconds(amount);
                    case "m" -> Duration.ofMinutes(amount);
                    case "h" -> Duration.ofHours(amount);
                    default -> Duration.ofDays(amount);
                };
                if (duration.compareTo(LONGEST) <= 0) {
                    return duration;
                }
                throw new IllegalArgumentException("is too long a duration; at most 36500d");
            } catch (ArithmeticException e) {
                throw new IllegalArgumentException("is too long a duration; at most 36500d", e);
            }
        }
        throw new IllegalArgumentException("is not a duration; write a number and ms, s, m, h or d, like 5m");
    }

    private static DataSize parseSize(String text) {
        try {
            return DataSize.parse(text);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("is not a size; write a number and B, KB, MB, GB or TB, like 64MB", e);
        }
    }

    private static URI parseUri(String text) {
        try {
            return new URI(text);
        } catch (URISyntaxException e) {
            throw new IllegalArgumentException("is not a URI", e);
        }
    }

    private static Path parsePath(String text) {
        try {
            return Path.of(text);
        } catch (InvalidPathException e) {
            throw new IllegalArgumentException("is not a path", e);
        }
    }

    private static Object parseEnum(Class<?> type, String text) {
        for (Object constant : type.getEnumConstants()) {
            if (kebab(constant).equalsIgnoreCase(text.replace('_', '-'))) {
                return constant;
            }
        }
        throw new IllegalArgumentException("is not one of " + allowed(type));
    }

    private static String allowed(Class<?> type) {
        return Arrays.stream(type.getEnumConstants()).map(TextValue::kebab).collect(Collectors.joining(", "));
    }

    private static String kebab(Object constant) {
        return ((Enum<?>) constant).name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
