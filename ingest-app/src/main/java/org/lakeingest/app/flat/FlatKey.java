package org.lakeingest.app.flat;

import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * One key of the flat file: how it is spelt, what may stand there, what holds without it, and what becomes of it. Immutable.
 *
 * @param names spellings, the newer one first; case does not matter
 * @param fallback the value when the file has none, or null: then the key has no effect unless given
 */
record FlatKey(List<String> names, Kind kind, @Nullable String fallback, Effect effect) {
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
                return text.matches("-?\\d{1,18}");
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

    String name() {
        return names.get(0);
    }

    boolean isSpelt(String key) {
        for (String name : names) {
            if (name.toLowerCase(Locale.ROOT).equals(key.toLowerCase(Locale.ROOT))) {
                return true;
            }
        }
        return false;
    }
}
