package org.lakeingest.sandbox.lake;

import org.jspecify.annotations.Nullable;

/** A statement failed; the client sees HTTP 200 with this code and text. */
final class LakeException extends Exception {
    private static final long serialVersionUID = 1L;

    private final int code;
    private final @Nullable String detail;

    LakeException(LakeCode code, String text) {
        this(code.number(), text, null);
    }

    LakeException(LakeCode code, String text, String detail) {
        this(code.number(), text, detail);
    }

    LakeException(int code, String text, @Nullable String detail) {
        super(text);
        this.code = code;
        this.detail = detail;
    }

    int code() {
        return code;
    }

    String text() {
        return String.valueOf(getMessage());
    }

    /** Where in a file the error is, or null. */
    @Nullable
    String detail() {
        return detail;
    }

    /** The one-line form that other endpoints put into their texts. */
    String display() {
        return LakeCode.labelOf(code) + ". Code: " + code + ", Text = " + text() + (detail == null ? "" : "\n" + detail)
                + ".";
    }

    /** A syntax error that points at a place of the statement, laid out like the lake's. */
    static LakeException syntax(String sql, int start, int end, String problem) {
        int at = Math.min(start, sql.length());
        int line = 1;
        int lineStart = 0;
        for (int i = 0; i < at; i++) {
            if (sql.charAt(i) == '\n') {
                line++;
                lineStart = i + 1;
            }
        }
        int lineEnd = sql.indexOf('\n', lineStart);
        String text = sql.substring(lineStart, lineEnd < 0 ? sql.length() : lineEnd);
        int column = at - lineStart;
        String margin = " ".repeat(String.valueOf(line).length());
        return new LakeException(
                LakeCode.SYNTAX,
                "error: \n" + margin + " --> SQL:" + line + ":" + (column + 1) + "\n" + margin + " |\n" + line + " | "
                        + text + "\n" + margin + " | " + " ".repeat(column) + "^".repeat(Math.max(1, end - start)) + " "
                        + problem + "\n\n");
    }
}
