package org.lakeingest.sandbox.lake;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Set;

/**
 * Writes expressions and queries of the lake's dialect in that of the database inside: type names, names before a dot, paths into
 * variants, system tables. One per statement.
 */
final class Dialect {
    private static final Set<String> NOT_AN_OPERAND = Set.of(
            "select",
            "and",
            "or",
            "not",
            "where",
            "on",
            "when",
            "then",
            "else",
            "case",
            "in",
            "by",
            "having",
            "between",
            "like",
            "is",
            "distinct",
            "all",
            "as",
            "from",
            "values",
            "set",
            "limit",
            "offset",
            "union",
            "using");

    private static final Set<String> SESSION_FUNCTIONS = Set.of("database", "current_database", "user", "current_user");

    private final SqlReader reader;
    private final Scope scope;
    private final List<String> out = new ArrayList<>();
    /** For every open parenthesis, whether it is that of a cast. */
    private final Deque<Boolean> casts = new ArrayDeque<>();
    /** For every open brace, how many parentheses were open. */
    private final Deque<Integer> maps = new ArrayDeque<>();

    private Dialect(SqlReader reader, Scope scope) {
        this.reader = reader;
        this.scope = scope;
    }

    /** Whether a word cannot end an operand. */
    static boolean isKeyword(String word) {
        return NOT_AN_OPERAND.contains(word);
    }

    /** An expression that reads no tables. */
    static String rewrite(String sql, List<Token> tokens) throws LakeException {
        return rewrite(sql, tokens, Scope.NONE);
    }

    static String rewrite(String sql, List<Token> tokens, Scope scope) throws LakeException {
        List<Token> closed = new ArrayList<>(tokens);
        int end =
                tokens.isEmpty() ? sql.length() : tokens.get(tokens.size() - 1).end();
        closed.add(new Token(Token.Kind.END, "", end, end));
        Dialect dialect = new Dialect(new SqlReader(sql, closed), scope);
        while (!dialect.reader.atEnd()) {
            dialect.step();
        }
        return String.join(" ", dialect.out);
    }

    private void step() throws LakeException {
        Token token = reader.next();
        if (token.isIdentifier() && ownTable(token)) {
            return;
        }
        switch (token.kind()) {
            case STRING -> out.add(Sql.text(token.value()));
            case QUOTED -> out.add(Sql.name(token.value()));
            case NUMBER -> out.add(token.value());
            case WORD -> word(token);
            case SYMBOL -> symbol(token);
            case STAGE -> out.add(scope.stage(token, reader));
            case END ->
                throw LakeException.syntax(reader.sql(), token.start(), token.end(), "a stage cannot be read here");
        }
    }

    /** {@code database.table} of a table that the transaction writes: its own view of it. */
    private boolean ownTable(Token token) throws LakeException {
        boolean afterDot = !out.isEmpty() && out.get(out.size() - 1).equals(".");
        if (afterDot || !reader.peek().isSymbol(".") || !reader.peek(1).isIdentifier()) {
            return false;
        }
        String view = scope.viewOf(new TableName(token.value(), reader.peek(1).value()));
        if (view == null) {
            return false;
        }
        reader.next();
        reader.next();
        out.add("temp");
        out.add(".");
        out.add(Sql.name(view));
        return true;
    }

    private void word(Token token) throws LakeException {
        String name = token.value();
        boolean dotted = reader.peek().isSymbol(".");
        boolean afterDot = !out.isEmpty() && out.get(out.size() - 1).equals(".");
        if ((name.equals("system") || name.equals("information_schema")) && dotted && !afterDot) {
            reader.next();
            out.add(Catalog.SCHEMA);
            out.add(".");
            out.add(Sql.name(name + "_" + reader.identifier()));
            return;
        }
        if (dotted || afterDot || name.equals("table")) {
            out.add(Sql.name(name));
            return;
        }
        if (name.equals("as") && !casts.isEmpty() && casts.peek()) {
            LakeType type = LakeType.parse(reader);
            out.add("AS");
            out.add(type.stored());
            return;
        }
        if (SESSION_FUNCTIONS.contains(name) && reader.peek().isSymbol("(")) {
            out.add(name.endsWith("user") ? "lake_user" : "current_schema");
            return;
        }
        if (name.equals("version")
                && reader.peek().isSymbol("(")
                && reader.peek(1).isSymbol(")")) {
            reader.next();
            reader.next();
            out.add(Sql.text("Databend Query v" + LakeBackend.VERSION));
            return;
        }
        out.add(name);
    }

    private void symbol(Token token) throws LakeException {
        String symbol = token.value();
        switch (symbol) {
            case "(" -> {
                String before = out.isEmpty() ? "" : out.get(out.size() - 1);
                casts.push(before.equals("cast") || before.equals("try_cast"));
                out.add(symbol);
            }
            case ")" -> {
                if (!casts.isEmpty()) {
                    casts.pop();
                }
                out.add(symbol);
            }
            case "{" -> {
                maps.push(casts.size());
                out.add("MAP {");
            }
            case "}" -> {
                maps.poll();
                out.add(symbol);
            }
            case "::" -> cast();
            case ":" -> {
                if (!maps.isEmpty() && maps.peek() == casts.size()) {
                    out.add(symbol);
                } else {
                    path();
                }
            }
            case "$" -> column();
            case "==" -> out.add("=");
            case "<=>" -> out.add("IS NOT DISTINCT FROM");
            default -> out.add(symbol);
        }
    }

    private void cast() throws LakeException {
        LakeType type = LakeType.parse(reader);
        if (type.is("String") && endsWithKey()) {
            // The database inside would give the text of the JSON, with its quotes.
            String key = out.get(out.size() - 2);
            out.subList(out.size() - 3, out.size()).clear();
            out.add(operandStart(), "json_extract_string(");
            out.add(", " + Sql.text("$.\"" + key.substring(1, key.length() - 1).replace("''", "'") + "\"") + ")");
            return;
        }
        out.add("::");
        out.add(type.stored());
    }

    private boolean endsWithKey() {
        int last = out.size() - 1;
        return last >= 3
                && out.get(last).equals("]")
                && out.get(last - 2).equals("[")
                && out.get(last - 1).startsWith("'");
    }

    /** {@code a:b.c} as {@code a['b']['c']}. */
    private void path() throws LakeException {
        do {
            out.add("[");
            out.add(Sql.text(reader.identifier()));
            out.add("]");
        } while (reader.acceptSymbol(".") || reader.acceptSymbol(":"));
    }

    /** {@code $1}: the whole row of a staged file. */
    private void column() throws LakeException {
        Token number = reader.next();
        if (!number.value().equals("1")) {
            throw LakeException.syntax(
                    reader.sql(), number.start(), number.end(), "a staged file has only the column $1 here");
        }
        out.add(Scope.WHOLE_ROW);
    }

    /** Where the operand that ends the output starts. */
    private int operandStart() {
        int i = out.size() - 1;
        while (i > 0) {
            String part = out.get(i);
            if (part.equals("]")) {
                i = opened(i, "[", "]") - 1;
                continue;
            }
            if (part.equals(")")) {
                i = opened(i, "(", ")");
                boolean function = i > 0
                        && Character.isLetter(out.get(i - 1).charAt(0))
                        && !NOT_AN_OPERAND.contains(out.get(i - 1));
                i = function ? i - 1 : i;
            }
            if (i >= 2 && out.get(i - 1).equals(".")) {
                i -= 2;
                continue;
            }
            return i;
        }
        return 0;
    }

    private int opened(int closing, String open, String close) {
        int depth = 0;
        for (int i = closing; i >= 0; i--) {
            if (out.get(i).equals(close)) {
                depth++;
            } else if (out.get(i).equals(open) && --depth == 0) {
                return i;
            }
        }
        return 0;
    }
}
