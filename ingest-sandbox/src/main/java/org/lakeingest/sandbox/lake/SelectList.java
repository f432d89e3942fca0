package org.lakeingest.sandbox.lake;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Writes a query for the database inside so that its columns carry the names and types the lake gives them.
 *
 * @param sql the query
 * @param notNull the positions of the columns that are known to be never null
 * @param origin where the columns come from, when that is a single table
 */
record SelectList(
        String sql, Set<Integer> notNull, @Nullable Origin origin) {
    /**
     * The only table of a query.
     *
     * @param names its name, qualified as in the query
     * @param columns for every column of the result the column of the table that it is, or null for another expression; empty for all of
     *     the table's
     */
    record Origin(List<String> names, List<@Nullable String> columns) {}

    private static final Set<String> ENDS = Set.of(
            "from",
            "where",
            "group",
            "having",
            "order",
            "limit",
            "offset",
            "union",
            "intersect",
            "except",
            "qualify",
            "window");
    private static final Set<String> NO_ALIAS = Set.of("end", "null", "true", "false");
    private static final Set<String> CONSTANTS =
            Set.of("version", "current_database", "database", "current_user", "user");

    static SelectList rewrite(String sql, List<Token> tokens, Scope scope) throws LakeException {
        if (!tokens.get(0).isWord("select") || tokens.size() == 1) {
            return new SelectList(Dialect.rewrite(sql, tokens, scope), Set.of(), null);
        }
        boolean quantified = tokens.get(1).isWord("distinct") || tokens.get(1).isWord("all");
        int from = quantified ? 2 : 1;
        if (quantified && tokens.size() > 2 && tokens.get(2).isWord("on")) {
            return new SelectList(Dialect.rewrite(sql, tokens, scope), Set.of(), null);
        }
        List<List<Token>> items = new ArrayList<>();
        int end = split(tokens, from, items);
        List<String> written = new ArrayList<>();
        Set<Integer> notNull = new HashSet<>();
        boolean star = false;
        for (int i = 0; i < items.size(); i++) {
            List<Token> item = items.get(i);
            star |= !item.isEmpty() && item.get(item.size() - 1).isSymbol("*");
            if (neverNull(withoutAlias(item))) {
                notNull.add(i);
            }
            written.add(item(sql, item, scope));
        }
        String text = "SELECT " + (quantified ? tokens.get(1).value() + " " : "") + String.join(", ", written) + " "
                + Dialect.rewrite(sql, tokens.subList(end, tokens.size()), scope);
        return new SelectList(text, star ? Set.of() : notNull, origin(tokens.subList(end, tokens.size()), items));
    }

    private static @Nullable Origin origin(List<Token> rest, List<List<Token>> items) {
        if (rest.isEmpty() || !rest.get(0).isWord("from")) {
            return null;
        }
        List<String> names = new ArrayList<>();
        int at = 1;
        while (at < rest.size() && rest.get(at).isIdentifier()) {
            names.add(rest.get(at).value());
            at++;
            if (at >= rest.size() || !rest.get(at).isSymbol(".")) {
                break;
            }
            at++;
        }
        boolean ends = at >= rest.size();
        if (!ends && rest.get(at).isWord("as")) {
            at += 2;
        } else if (!ends
                && rest.get(at).isIdentifier()
                && !ENDS.contains(rest.get(at).value())) {
            at++;
        }
        boolean single = at >= rest.size()
                || (rest.get(at).kind() == Token.Kind.WORD
                        && ENDS.contains(rest.get(at).value()));
        boolean sets = rest.stream().anyMatch(t -> t.isWord("union") || t.isWord("except") || t.isWord("intersect"));
        return names.isEmpty() || !single || sets ? null : new Origin(names, columns(items));
    }

    private static List<@Nullable String> columns(List<List<Token>> items) {
        List<@Nullable String> columns = new ArrayList<>();
        for (List<Token> item : items) {
            List<Token> expression = withoutAlias(item);
            boolean star = !expression.isEmpty()
                    && expression.get(expression.size() - 1).isSymbol("*");
            if (star && items.size() == 1) {
                return List.of();
            }
            boolean plain = !expression.isEmpty() && isPlainColumn(expression);
            columns.add(plain ? expression.get(expression.size() - 1).value() : null);
        }
        return columns;
    }

    private static int split(List<Token> tokens, int from, List<List<Token>> items) {
        int depth = 0;
        int start = from;
        int i = from;
        for (; i < tokens.size(); i++) {
            Token token = tokens.get(i);
            if (token.isSymbol("(") || token.isSymbol("[") || token.isSymbol("{")) {
                depth++;
            } else if (token.isSymbol(")") || token.isSymbol("]") || token.isSymbol("}")) {
                depth--;
            } else if (depth == 0 && token.isSymbol(",")) {
                items.add(tokens.subList(start, i));
                start = i + 1;
            } else if (depth == 0 && token.kind() == Token.Kind.WORD && ENDS.contains(token.value())) {
                break;
            }
        }
        items.add(tokens.subList(start, i));
        return i;
    }

    private static boolean hasAlias(List<Token> item) {
        if (item.size() < 2) {
            return false;
        }
        Token last = item.get(item.size() - 1);
        Token before = item.get(item.size() - 2);
        boolean literal = last.kind() == Token.Kind.WORD && NO_ALIAS.contains(last.value());
        if (!last.isIdentifier() || literal) {
            return false;
        }
        return switch (before.kind()) {
            case STRING, NUMBER, QUOTED -> true;
            case WORD -> before.isWord("as") || before.isWord("end") || !Dialect.isKeyword(before.value());
            case SYMBOL -> before.isSymbol(")") || before.isSymbol("]") || before.isSymbol("}");
            case STAGE, END -> false;
        };
    }

    private static List<Token> withoutAlias(List<Token> item) {
        if (!hasAlias(item)) {
            return item;
        }
        int cut = item.get(item.size() - 2).isWord("as") ? 2 : 1;
        return item.subList(0, item.size() - cut);
    }

    private static String item(String sql, List<Token> item, Scope scope) throws LakeException {
        List<Token> expression = withoutAlias(item);
        if (expression.isEmpty()) {
            return Dialect.rewrite(sql, item, scope);
        }
        String text = typed(expression, Dialect.rewrite(sql, expression, scope));
        if (expression.size() < item.size()) {
            return text + " AS " + Sql.name(item.get(item.size() - 1).value());
        }
        Token last = expression.get(expression.size() - 1);
        boolean column = last.isSymbol("*") || isPlainColumn(expression);
        return column ? text : text + " AS " + Sql.name(name(sql, expression));
    }

    private static boolean isPlainColumn(List<Token> expression) {
        for (int i = 0; i < expression.size(); i++) {
            Token token = expression.get(i);
            boolean literal = token.kind() == Token.Kind.WORD && NO_ALIAS.contains(token.value());
            if (i % 2 == 0 ? !token.isIdentifier() || literal : !token.isSymbol(".")) {
                return false;
            }
        }
        return true;
    }

    /** The lake's name of a column without alias: its text, without a cast at the end. */
    private static String name(String sql, List<Token> expression) {
        int end = expression.size();
        for (int i = 1; i < expression.size(); i++) {
            boolean cast = expression.get(i).isSymbol("::");
            if (cast && expression.subList(i + 1, expression.size()).stream().allMatch(Token::isIdentifier)) {
                end = i;
            }
        }
        String text =
                sql.substring(expression.get(0).start(), expression.get(end - 1).end());
        boolean countAll = end == 4 && isCount(expression) && expression.get(2).isSymbol("*");
        boolean constant = end == 1 && expression.get(0).kind() == Token.Kind.WORD;
        return countAll || constant ? text.toUpperCase(Locale.ROOT) : text;
    }

    private static boolean isCount(List<Token> expression) {
        return expression.size() > 3
                && expression.get(0).isWord("count")
                && expression.get(1).isSymbol("(")
                && closesAtEnd(expression);
    }

    private static boolean closesAtEnd(List<Token> call) {
        int depth = 0;
        for (int i = 1; i < call.size(); i++) {
            if (call.get(i).isSymbol("(")) {
                depth++;
            } else if (call.get(i).isSymbol(")") && --depth == 0) {
                return i == call.size() - 1;
            }
        }
        return false;
    }

    private static boolean isNumber(List<Token> expression) {
        boolean negative = expression.size() == 2 && expression.get(0).isSymbol("-");
        Token last = expression.get(expression.size() - 1);
        return (expression.size() == 1 || negative)
                && last.kind() == Token.Kind.NUMBER
                && last.value().chars().allMatch(Character::isDigit);
    }

    private static boolean neverNull(List<Token> expression) {
        if (expression.isEmpty()) {
            return false;
        }
        Token first = expression.get(0);
        boolean constant = expression.size() == 1
                && (first.kind() == Token.Kind.STRING || first.isWord("true") || first.isWord("false"));
        boolean known = expression.size() == 3
                && first.kind() == Token.Kind.WORD
                && CONSTANTS.contains(first.value())
                && expression.get(1).isSymbol("(");
        return constant || known || isNumber(expression) || isCount(expression);
    }

    private static String typed(List<Token> expression, String text) {
        if (isCount(expression)) {
            return "CAST(" + text + " AS UBIGINT)";
        }
        if (!isNumber(expression)) {
            return text;
        }
        boolean negative = expression.size() == 2;
        BigInteger value = new BigInteger(expression.get(expression.size() - 1).value());
        int bits = negative ? value.negate().bitLength() + 1 : value.bitLength();
        if (bits > 64) {
            return text;
        }
        String size = bits <= 8 ? "TINYINT" : bits <= 16 ? "SMALLINT" : bits <= 32 ? "INTEGER" : "BIGINT";
        return "CAST(" + text + " AS " + (negative ? "" : "U") + size + ")";
    }
}
