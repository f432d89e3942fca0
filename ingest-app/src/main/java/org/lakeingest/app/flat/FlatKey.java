package org.lakeingest.app.flat;

import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * One key of the flat form: how it is spelt, what may stand there, what holds without it, and what becomes of it. Immutable.
 *
 * @param names spellings, the newer one first; case does not matter
 * @param fallback the value when a file has none, or null: then the key has no effect unless given
 * @param flagFallback the value when neither a file nor a flag has one
 * @param meaning a few words, for the pipeline file that comes out
 */
record FlatKey(
        List<String> names,
        Kind kind,
        @Nullable String fallback,
        @Nullable String flagFallback,
        String meaning,
        Effect effect) {
    private static final Pattern HUMP = Pattern.compile("(?<=[a-z0-9])(?=[A-Z])");

    /** What may stand there. */
    enum Kind {
        TEXT("text") {
            @Override
            boolean fits(String text) {
                return true;
            }
        },
        FLAG("true or false") {
            @Override
            boolean fits(String text) {
                return text.equals("true") || text.equals("false");
            }
        },
        NUMBER("a whole number") {
            @Override
            boolean fits(String text) {
                return text.matches("-?\\d{1,9}");
            }
        };

        private final String title;

        Kind(String title) {
            this.title = title;
        }

        abstract boolean fits(String text);

        String title() {
            return title;
        }
    }

    /** Writes what the value means into the draft. */
    @FunctionalInterface
    interface Effect {
        void apply(FlatValue value, FlatDraft draft);
    }

    static FlatKey text(String name, @Nullable String fallback, String meaning, Effect effect) {
        return new FlatKey(List.of(name), Kind.TEXT, fallback, fallback, meaning, effect);
    }

    static FlatKey flag(String name, boolean fallback, String meaning, Effect effect) {
        String value = String.valueOf(fallback);
        return new FlatKey(List.of(name), Kind.FLAG, value, value, meaning, effect);
    }

    static FlatKey number(String name, int fallback, String meaning, Effect effect) {
        String value = String.valueOf(fallback);
        return new FlatKey(List.of(name), Kind.NUMBER, value, value, meaning, effect);
    }

    /** Accepted and without effect, so without a value of its own. */
    static FlatKey dead(String name, Kind kind, String instead) {
        return new FlatKey(
                List.of(name),
                kind,
                null,
                null,
                instead,
                (value, draft) -> draft.warn(value.key() + " has no effect: " + instead));
    }

    /** The same key under another name as well. */
    FlatKey or(String older) {
        return new FlatKey(List.of(name(), older), kind, fallback, flagFallback, meaning, effect);
    }

    /** The same key, with another default where flags are read. */
    FlatKey unlessFlag(String value) {
        return new FlatKey(names, kind, fallback, value, meaning, effect);
    }

    String name() {
        return names.get(0);
    }

    boolean isSpelt(String key) {
        for (String name : names) {
            if (name.equalsIgnoreCase(key)) {
                return true;
            }
        }
        return false;
    }

    /** The flag of a spelling: {@code kafka-topic} for {@code kafkaTopic}. */
    static String flagOf(String name) {
        return HUMP.matcher(name).replaceAll("-").toLowerCase(Locale.ROOT);
    }

    boolean isFlag(String flag) {
        for (String name : names) {
            if (flagOf(name).equals(flag)) {
                return true;
            }
        }
        return false;
    }
}
