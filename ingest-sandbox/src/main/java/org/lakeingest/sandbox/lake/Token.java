package org.lakeingest.sandbox.lake;

import java.util.Locale;

/**
 * A piece of a statement.
 *
 * @param value a word in lower case, a quoted identifier or a string without quotes and escapes, a stage location without {@code @},
 *     else the text itself
 * @param start where it starts in the statement
 * @param end where it ends, exclusive
 */
record Token(Kind kind, String value, int start, int end) {
    enum Kind {
        WORD,
        QUOTED,
        STRING,
        NUMBER,
        STAGE,
        SYMBOL,
        END
    }

    boolean isWord(String word) {
        return kind == Kind.WORD && value.equals(word);
    }

    boolean isSymbol(String symbol) {
        return kind == Kind.SYMBOL && value.equals(symbol);
    }

    boolean isIdentifier() {
        return kind == Kind.WORD || kind == Kind.QUOTED;
    }

    static Token word(String text, int start, int end) {
        return new Token(Kind.WORD, text.toLowerCase(Locale.ROOT), start, end);
    }
}
