package org.lakeingest.lake;

import java.util.Locale;
import java.util.regex.Pattern;

/**
 * Names and text in the lake's SQL. Names are written in backticks, which every dialect of the lake reads as an identifier and
 * which have no escapes; a name with a backtick in it needs double quotes, an identifier in all dialects but MySQL's.
 */
final class SqlIdentifier {
    private static final Pattern PLAIN = Pattern.compile("[\\p{L}_][\\p{L}\\p{N}_$]*");

    private SqlIdentifier() {}

    /** The name in quotes, kept as it is. */
    static String quote(String name) {
        if (name.isEmpty()) {
            throw new IllegalArgumentException("'' cannot be a name in the lake");
        }
        return name.indexOf('`') < 0 ? "`" + name + "`" : "\"" + name.replace("\"", "\"\"") + "\"";
    }

    /**
     * Refuses what cannot be a name at all.
     *
     * @throws IllegalArgumentException when it is empty or holds a backtick or a control character
     */
    static void checkName(String name) {
        quote(name);
        if (name.chars().anyMatch(Character::isISOControl)) {
            throw new IllegalArgumentException("a name cannot hold control characters");
        }
    }

    /** A text literal; both the quote and the backslash are special inside. */
    static String literal(String text) {
        return "'" + text.replace("\\", "\\\\").replace("'", "''") + "'";
    }

    /** The name as the lake stores it: exact when written in quotes or backticks, else folded to lower case. */
    static String stored(String written) {
        if (written.length() > 2 && isQuoted(written)) {
            String name = written.substring(1, written.length() - 1);
            if (name.indexOf(written.charAt(0)) >= 0) {
                throw new IllegalArgumentException("the name '" + name + "' holds the quote that it is written in");
            }
            return name;
        }
        if (!PLAIN.matcher(written).matches()) {
            throw new IllegalArgumentException(
                    "'" + written + "' is not a name: use letters, digits, _ and $, or put it in double quotes");
        }
        return fold(written);
    }

    /** What the lake makes of a name without quotes. */
    static String fold(String name) {
        return name.toLowerCase(Locale.ROOT);
    }

    private static boolean isQuoted(String written) {
        char first = written.charAt(0);
        return (first == '"' || first == '`') && written.charAt(written.length() - 1) == first;
    }
}
