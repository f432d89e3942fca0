package org.lakeingest.sandbox.lake;

import java.sql.SQLException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Turns errors of the database inside into the lake's codes. It gives no codes of its own, so the texts decide. Stateless. */
final class DuckErrors {
    private static final Pattern NO_TABLE = Pattern.compile("Table with name \"?(.+?)\"? does not exist");
    private static final Pattern NO_SCHEMA = Pattern.compile("schema \"(.+?)\" does not exist");
    private static final Pattern NO_FUNCTION = Pattern.compile("Function with name \"?(.+?)\"? does not exist");
    private static final Pattern NO_COLUMN = Pattern.compile("Referenced column \"(.+?)\" not found");
    private static final Pattern NO_TARGET =
            Pattern.compile("Table \"(.+?)\" does not have a column (?:with name|named) \"(.+?)\"");
    private static final Pattern COUNT = Pattern.compile(
            "(?:table \"?.+?\"? has|Column name/value mismatch for insert on \"?.+?\"?: expected) (\\d+) columns but (\\d+) values");
    private static final Pattern NOT_NULL = Pattern.compile("NOT NULL constraint failed: (.+)\\.(.+)$");

    private DuckErrors() {}

    static LakeException map(SQLException error, Session session) {
        String text = firstLines(String.valueOf(error.getMessage()));
        if (text.startsWith("Catalog Error")) {
            return catalog(text, session);
        }
        if (text.startsWith("Binder Error")) {
            return binder(text);
        }
        if (text.startsWith("Parser Error")) {
            return new LakeException(LakeCode.SYNTAX, "error: " + after(text));
        }
        Matcher notNull = NOT_NULL.matcher(text);
        if (notNull.find()) {
            return new LakeException(
                    LakeCode.BAD_ARGUMENTS,
                    "null value in column `" + notNull.group(2) + "` of table `" + notNull.group(1)
                            + "` violates not-null constraint");
        }
        if (text.startsWith("Conversion Error")
                || text.startsWith("Out of Range Error")
                || text.startsWith("Invalid Input Error")
                || text.startsWith("Constraint Error")) {
            return new LakeException(LakeCode.BAD_ARGUMENTS, after(text));
        }
        if (text.startsWith("TransactionContext Error") || text.startsWith("Transaction")) {
            return new LakeException(LakeCode.CONFLICT, "Unresolvable conflict detected: " + after(text));
        }
        if (text.startsWith("Out of Memory Error")) {
            return new LakeException(LakeCode.MEMORY, after(text));
        }
        if (text.startsWith("INTERRUPT")) {
            return new LakeException(LakeCode.ABORTED_QUERY, "canceled by client");
        }
        return new LakeException(LakeCode.INTERNAL, text);
    }

    private static LakeException catalog(String text, Session session) {
        String schema = group(NO_SCHEMA, text, 1);
        if (schema != null) {
            return new LakeException(LakeCode.UNKNOWN_DATABASE, "Unknown database \"default\".\"" + schema + "\" .");
        }
        String table = group(NO_TABLE, text, 1);
        if (table != null) {
            int dot = table.indexOf('.');
            String database = dot < 0 ? session.database() : table.substring(0, dot);
            return new LakeException(
                    LakeCode.UNKNOWN_TABLE,
                    "Unknown table \"default\".\"" + database + "\"." + table.substring(dot + 1) + " .");
        }
        String function = group(NO_FUNCTION, text, 1);
        if (function != null) {
            return new LakeException(
                    LakeCode.UNKNOWN_FUNCTION, "no function matches the given name: '" + function + "'");
        }
        return new LakeException(LakeCode.SEMANTIC, after(text));
    }

    private static LakeException binder(String text) {
        String column = group(NO_COLUMN, text, 1);
        if (column != null) {
            return new LakeException(LakeCode.SEMANTIC, "column " + column + " doesn't exist");
        }
        Matcher target = NO_TARGET.matcher(text);
        if (target.find()) {
            return new LakeException(
                    LakeCode.BAD_ARGUMENTS,
                    "Table \"" + target.group(1) + "\" does not have a column with name \"" + target.group(2) + "\"");
        }
        Matcher count = COUNT.matcher(text);
        if (count.find()) {
            return new LakeException(
                    LakeCode.COLUMN_COUNT,
                    "Table columns count is not match, expect " + count.group(1) + ", input: " + count.group(2));
        }
        return new LakeException(LakeCode.SEMANTIC, after(text));
    }

    private static @Nullable String group(Pattern pattern, String text, int group) {
        Matcher matcher = pattern.matcher(text);
        return matcher.find() ? matcher.group(group) : null;
    }

    /** Without the excerpt of the statement, which is not the one the client sent. */
    private static String firstLines(String text) {
        int cut = text.indexOf("\n\nLINE ");
        String head = cut < 0 ? text : text.substring(0, cut);
        int more = head.indexOf('\n');
        return (more < 0 ? head : head.substring(0, more)).strip();
    }

    private static String after(String text) {
        int colon = text.indexOf(": ");
        return colon < 0 ? text : text.substring(colon + 2);
    }
}
