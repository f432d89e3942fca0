package org.lakeingest.sandbox.lake;

import java.util.ArrayList;
import java.util.List;

/** Walks over the tokens of one statement; every surprise is a syntax error that points at the place. Not thread-safe. */
final class SqlReader {
    private final String sql;
    private final List<Token> tokens;
    private int at;

    SqlReader(String sql, List<Token> tokens) {
        this.sql = sql;
        this.tokens = tokens;
    }

    String sql() {
        return sql;
    }

    Token peek() {
        return tokens.get(at);
    }

    Token peek(int ahead) {
        return tokens.get(Math.min(at + ahead, tokens.size() - 1));
    }

    Token next() {
        Token token = tokens.get(at);
        if (token.kind() != Token.Kind.END) {
            at++;
        }
        return token;
    }

    boolean atEnd() {
        return peek().kind() == Token.Kind.END;
    }

    int position() {
        return at;
    }

    /** Returns to a place that {@link #position} gave. */
    void back(int position) {
        at = position;
    }

    /** The tokens from here to the end, without END. */
    List<Token> rest() {
        List<Token> left = tokens.subList(at, tokens.size() - 1);
        at = tokens.size() - 1;
        return left;
    }

    List<Token> from(int position) {
        return tokens.subList(position, at);
    }

    LakeException error(String problem) {
        Token token = peek();
        return LakeException.syntax(sql, token.start(), token.end(), problem);
    }

    LakeException unexpected() {
        Token token = peek();
        return error(
                token.kind() == Token.Kind.END
                        ? "unexpected end of the statement"
                        : "unexpected `" + sql.substring(token.start(), token.end()) + "`");
    }

    /** Takes these words when they all follow. */
    boolean accept(String... words) {
        for (int i = 0; i < words.length; i++) {
            if (!peek(i).isWord(words[i])) {
                return false;
            }
        }
        at += words.length;
        return true;
    }

    boolean acceptSymbol(String symbol) {
        if (!peek().isSymbol(symbol)) {
            return false;
        }
        at++;
        return true;
    }

    void expect(String... words) throws LakeException {
        for (String word : words) {
            if (!accept(word)) {
                throw unexpected();
            }
        }
    }

    void expectSymbol(String symbol) throws LakeException {
        if (!acceptSymbol(symbol)) {
            throw unexpected();
        }
    }

    void expectEnd() throws LakeException {
        if (!atEnd()) {
            throw unexpected();
        }
    }

    /** A name: unquoted ones in lower case. */
    String identifier() throws LakeException {
        if (!peek().isIdentifier()) {
            throw unexpected();
        }
        return next().value();
    }

    String string() throws LakeException {
        if (peek().kind() != Token.Kind.STRING) {
            throw unexpected();
        }
        return next().value();
    }

    /** {@code [catalog.][database.]table}. */
    TableName tableName(Session session) throws LakeException {
        List<String> parts = new ArrayList<>();
        parts.add(identifier());
        while (acceptSymbol(".")) {
            parts.add(identifier());
        }
        if (parts.size() > 3) {
            throw unexpected();
        }
        String table = parts.get(parts.size() - 1);
        return new TableName(parts.size() > 1 ? parts.get(parts.size() - 2) : session.database(), table);
    }

    /** {@code (a, b, c)}. */
    List<String> identifiers() throws LakeException {
        List<String> names = new ArrayList<>();
        expectSymbol("(");
        do {
            names.add(identifier());
        } while (acceptSymbol(","));
        expectSymbol(")");
        return names;
    }

    /** The tokens of an expression: up to a comma or one of these words outside of all parentheses and CASEs, or the end. */
    List<Token> expression(String... until) throws LakeException {
        int from = at;
        int depth = 0;
        while (!atEnd()) {
            Token token = peek();
            if (depth == 0) {
                boolean word = token.kind() == Token.Kind.WORD && List.of(until).contains(token.value());
                if (word || token.isSymbol(",") || token.isSymbol(")")) {
                    break;
                }
            }
            boolean opens = token.isSymbol("(") || token.isSymbol("[") || token.isSymbol("{") || token.isWord("case");
            boolean closes = token.isSymbol(")") || token.isSymbol("]") || token.isSymbol("}") || token.isWord("end");
            depth += opens ? 1 : closes ? -1 : 0;
            at++;
        }
        if (from == at) {
            throw unexpected();
        }
        return tokens.subList(from, at);
    }

    /** The tokens up to the parenthesis that closes the one just taken; takes that too. */
    List<Token> untilClosed() throws LakeException {
        int from = at;
        int depth = 1;
        while (true) {
            Token token = peek();
            if (token.kind() == Token.Kind.END) {
                throw unexpected();
            }
            if (token.isSymbol("(")) {
                depth++;
            } else if (token.isSymbol(")") && --depth == 0) {
                List<Token> inside = tokens.subList(from, at);
                at++;
                return inside;
            }
            at++;
        }
    }
}
