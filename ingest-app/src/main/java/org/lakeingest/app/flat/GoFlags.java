package org.lakeingest.app.flat;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A command line in the style of Go: {@code -x=1}, {@code --x 1}, bare booleans; what does not start with a dash ends it. Immutable.
 *
 * @param file the one that -f names, or null
 * @param version whether the version is asked for
 * @param help whether help is asked for
 * @param values of all other flags, by name, checked for their type
 */
public record GoFlags(@Nullable String file, boolean version, boolean help, Map<String, String> values) {
    private static final Map<String, String> SHORT = Map.of("v", "version", "h", "help");
    private static final Set<String> TRUE = Set.of("1", "t", "T", "TRUE", "true", "True");
    private static final Set<String> FALSE = Set.of("0", "f", "F", "FALSE", "false", "False");

    public GoFlags {
        values = Map.copyOf(values);
    }

    /**
     * Reads a command line.
     *
     * @throws IllegalArgumentException with one line that names the flag
     */
    public static GoFlags parse(List<String> arguments) {
        Map<String, String> values = new LinkedHashMap<>();
        int at = 0;
        while (at < arguments.size() && isFlag(arguments.get(at))) {
            String word = arguments.get(at++);
            if (word.equals("--")) {
                break;
            }
            String body = word.substring(word.startsWith("--") ? 2 : 1);
            int sign = body.indexOf('=');
            String written = sign < 0 ? body : body.substring(0, sign);
            String name = SHORT.getOrDefault(written, written);
            String value = sign < 0 ? null : body.substring(sign + 1);
            FlatKey.Kind kind = kind(name);
            if (value == null && kind != FlatKey.Kind.FLAG) {
                if (at == arguments.size()) {
                    throw new IllegalArgumentException("flag needs an argument: -" + name);
                }
                value = arguments.get(at++);
            }
            values.put(name, checked(name, kind, value == null ? "true" : value));
        }
        return new GoFlags(
                values.remove("f"),
                "true".equals(values.remove("version")),
                "true".equals(values.remove("help")),
                values);
    }

    private static boolean isFlag(String word) {
        return word.length() > 1 && word.startsWith("-");
    }

    private static FlatKey.Kind kind(String name) {
        if (name.equals("f")) {
            return FlatKey.Kind.TEXT;
        }
        if (SHORT.containsValue(name)) {
            return FlatKey.Kind.FLAG;
        }
        FlatKey key = FlatKeys.flagged(name);
        if (key == null) {
            throw new IllegalArgumentException(
                    "flag provided but not defined: -" + name + FlatKeys.suggestion(name, true));
        }
        return key.kind();
    }

    private static String checked(String name, FlatKey.Kind kind, String value) {
        String text = value;
        if (kind == FlatKey.Kind.FLAG) {
            text = TRUE.contains(value) ? "true" : FALSE.contains(value) ? "false" : value;
        }
        if (!kind.fits(text)) {
            throw new IllegalArgumentException("flag -" + name + " must be " + kind.title() + ", not '" + value + "'");
        }
        return text;
    }
}
