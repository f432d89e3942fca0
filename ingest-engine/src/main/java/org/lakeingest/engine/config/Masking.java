package org.lakeingest.engine.config;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Keeps secrets out of what is printed. */
final class Masking {
    static final String MASK = "******";

    private static final Pattern USER_INFO = Pattern.compile("(://[^:/@\\s]*:)\\S*(?=@)");
    private static final Pattern QUERY = Pattern.compile(
            "([?&;][\\w.-]*(?:password|passphrase|secret|token)[\\w.-]*=)[^&;\\s]*", Pattern.CASE_INSENSITIVE);
    private static final Pattern SENSITIVE_NAME = Pattern.compile(
            "password|passphrase|secret|token|jaas|credential|private|keystore\\.key", Pattern.CASE_INSENSITIVE);

    private Masking() {}

    /** Whether an option of this path may hold a secret though its type does not say so: settings that are passed through. */
    static boolean isSensitive(String path) {
        return SENSITIVE_NAME.matcher(path).find();
    }

    /** Hides passwords inside addresses. */
    static String text(String text) {
        String masked = USER_INFO.matcher(text).replaceAll("$1" + MASK);
        return QUERY.matcher(masked).replaceAll("$1" + MASK);
    }

    /**
     * Hides what references stood for. A short one is hidden where it stands alone only: a port that happens to be 1 should
     * not make holes into every number.
     */
    static String message(String message, List<String> hidden) {
        String masked = message;
        for (String value : hidden) {
            if (!value.isEmpty()) {
                String pattern = Pattern.quote(value);
                String found = value.length() < 6 ? "(?<![A-Za-z0-9])" + pattern + "(?![A-Za-z0-9])" : pattern;
                masked = masked.replaceAll(found, Matcher.quoteReplacement(MASK));
            }
        }
        return text(masked);
    }
}
