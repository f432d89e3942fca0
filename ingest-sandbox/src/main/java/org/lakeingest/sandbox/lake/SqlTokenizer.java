package org.lakeingest.sandbox.lake;

import java.util.ArrayList;
import java.util.List;

/** Cuts a statement of the lake's dialect into tokens. One per statement. */
final class SqlTokenizer {
    private static final List<String> LONG_SYMBOLS =
            List.of("->>", "<=>", "::", "->", "=>", "<=", ">=", "<>", "!=", "||", "==");
    private static final String STAGE_ENDS = " \t\r\n,'\";`()";

    private final String sql;
    private final List<Token> tokens = new ArrayList<>();
    private int at;

    private SqlTokenizer(String sql) {
        this.sql = sql;
    }

    /** The tokens, closed by one of kind END. */
    static List<Token> tokens(String sql) throws LakeException {
        SqlTokenizer tokenizer = new SqlTokenizer(sql);
        while (tokenizer.skipBlank()) {
            tokenizer.read();
        }
        tokenizer.tokens.add(new Token(Token.Kind.END, "", sql.length(), sql.length()));
        return tokenizer.tokens;
    }

    private boolean skipBlank() throws LakeException {
        while (at < sql.length()) {
            if (Character.isWhitespace(sql.charAt(at))) {
                at++;
            } else if (sql.startsWith("--", at)) {
                int end = sql.indexOf('\n', at);
                at = end < 0 ? sql.length() : end;
            } else if (sql.startsWith("/*", at)) {
                int end = sql.indexOf("*/", at + 2);
                if (end < 0) {
                    throw unreadable();
                }
                at = end + 2;
            } else {
                return true;
            }
        }
        return false;
    }

    private static LakeException unreadable() {
        return new LakeException(LakeCode.SYNTAX, "unable to recognize the rest tokens");
    }

    private void read() throws LakeException {
        char c = sql.charAt(at);
        if (Character.isLetter(c) || c == '_') {
            word();
        } else if (Character.isDigit(c)
                || (c == '.' && at + 1 < sql.length() && Character.isDigit(sql.charAt(at + 1)))) {
            number();
        } else if (c == '\'') {
            quoted('\'', true, Token.Kind.STRING);
        } else if (c == '"') {
            quoted('"', true, Token.Kind.QUOTED);
        } else if (c == '`') {
            quoted('`', false, Token.Kind.QUOTED);
        } else if (c == '@' && at + 1 < sql.length() && startsStage(sql.charAt(at + 1))) {
            stage();
        } else {
            symbol();
        }
    }

    private static boolean startsStage(char c) {
        return c == '~' || c == '_' || c == '%' || Character.isLetter(c);
    }

    private void word() {
        int start = at;
        while (at < sql.length() && isWordPart(sql.charAt(at))) {
            at++;
        }
        tokens.add(Token.word(sql.substring(start, at), start, at));
    }

    private static boolean isWordPart(char c) {
        return Character.isLetterOrDigit(c) || c == '_' || c == '$';
    }

    private void number() {
        int start = at;
        boolean exponent = false;
        while (at < sql.length()) {
            char c = sql.charAt(at);
            boolean sign = (c == '+' || c == '-') && exponent && "eE".indexOf(sql.charAt(at - 1)) >= 0;
            if (!Character.isDigit(c) && c != '.' && !sign && "eE".indexOf(c) < 0) {
                break;
            }
            exponent |= c == 'e' || c == 'E';
            at++;
        }
        tokens.add(new Token(Token.Kind.NUMBER, sql.substring(start, at), start, at));
    }

    private void quoted(char quote, boolean escapes, Token.Kind kind) throws LakeException {
        int start = at++;
        StringBuilder value = new StringBuilder();
        while (at < sql.length()) {
            char c = sql.charAt(at++);
            if (c == quote) {
                if (escapes && at < sql.length() && sql.charAt(at) == quote) {
                    value.append(quote);
                    at++;
                    continue;
                }
                tokens.add(new Token(kind, value.toString(), start, at));
                return;
            }
            // A backslash means something in texts only.
            if (c == '\\' && kind == Token.Kind.STRING && at < sql.length()) {
                value.append(escaped(sql.charAt(at++)));
            } else {
                value.append(c);
            }
        }
        throw unreadable();
    }

    private static String escaped(char c) {
        return switch (c) {
            case 'n' -> "\n";
            case 't' -> "\t";
            case 'r' -> "\r";
            case '0' -> "\0";
            case 'b' -> "\b";
            case 'f' -> "\f";
            case '\\', '\'', '"', '`', '/' -> String.valueOf(c);
            default -> "\\" + c;
        };
    }

    private void stage() {
        int start = at++;
        StringBuilder value = new StringBuilder();
        while (at < sql.length()) {
            char c = sql.charAt(at);
            if (c == '\\' && at + 1 < sql.length()) {
                value.append(sql.charAt(at + 1));
                at += 2;
            } else if (STAGE_ENDS.indexOf(c) >= 0) {
                break;
            } else {
                value.append(c);
                at++;
            }
        }
        tokens.add(new Token(Token.Kind.STAGE, value.toString(), start, at));
    }

    private void symbol() throws LakeException {
        int start = at;
        for (String symbol : LONG_SYMBOLS) {
            if (sql.startsWith(symbol, at)) {
                at += symbol.length();
                tokens.add(new Token(Token.Kind.SYMBOL, symbol, start, at));
                return;
            }
        }
        char c = sql.charAt(at);
        if ("()[]{},.;=<>+-*/%:?|&^~!$@".indexOf(c) < 0) {
            throw unreadable();
        }
        at++;
        tokens.add(new Token(Token.Kind.SYMBOL, String.valueOf(c), start, at));
    }
}
