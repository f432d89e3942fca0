package org.lakeingest.sandbox.lake;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A MERGE in the words of the database inside.
 *
 * @param alias the quoted name of the target in the statement
 * @param source a table expression with its alias
 */
record MergeStatement(String alias, String source, String condition, List<Clause> clauses) {
    enum Action {
        INSERT,
        UPDATE,
        DELETE
    }

    /** The table with the name it has in the statement, quoted. */
    record Target(TableName table, String alias) {}

    /**
     * One WHEN.
     *
     * @param values by column: what is set or inserted
     */
    record Clause(boolean matched, @Nullable String condition, Action action, Map<String, String> values) {}

    /** Reads what stands before USING. */
    static Target target(SqlReader reader, Session session) throws LakeException {
        reader.expect("into");
        TableName table = reader.tableName(session);
        String alias = Changes.alias(reader);
        reader.expect("using");
        return new Target(table, Sql.name(alias == null ? table.table() : alias));
    }

    /** Reads what follows USING. */
    static MergeStatement parse(SqlReader reader, Target target, List<Catalog.Column> columns, Scope scope)
            throws LakeException {
        int start = reader.position();
        String name = source(reader);
        List<Token> tokens = reader.from(start);
        String source = Dialect.rewrite(reader.sql(), tokens, scope);
        reader.expect("on");
        String condition = Dialect.rewrite(reader.sql(), reader.expression("when"), scope);
        List<Clause> clauses = new ArrayList<>();
        while (reader.accept("when")) {
            clauses.add(clause(reader, target, columns, name, scope));
        }
        reader.expectEnd();
        if (clauses.isEmpty()) {
            throw new LakeException(LakeCode.BAD_ARGUMENTS, "at least one matched or unmatched clause for merge into");
        }
        return new MergeStatement(target.alias(), source, condition, clauses);
    }

    /** Steps over the source and gives back its name. */
    private static String source(SqlReader reader) throws LakeException {
        if (reader.acceptSymbol("(")) {
            var inside = reader.untilClosed();
            assert inside != null;
            reader.accept("as");
            if (reader.peek().isWord("on")) {
                throw reader.unexpected();
            }
            String name = reader.identifier();
            if (reader.peek().isSymbol("(")) {
                var columns = reader.identifiers();
                assert !columns.isEmpty();
            }
            return name;
        }
        String name = reader.identifier();
        while (reader.acceptSymbol(".")) {
            name = reader.identifier();
        }
        boolean named = reader.accept("as") || !reader.peek().isWord("on");
        return named ? reader.identifier() : name;
    }

    private static Clause clause(
            SqlReader reader, Target target, List<Catalog.Column> columns, String source, Scope scope)
            throws LakeException {
        boolean matched = !reader.accept("not");
        reader.expect("matched");
        String condition =
                reader.accept("and") ? Dialect.rewrite(reader.sql(), reader.expression("then"), scope) : null;
        reader.expect("then");
        if (!matched) {
            reader.expect("insert");
            return new Clause(false, condition, Action.INSERT, inserted(reader, target, columns, source, scope));
        }
        if (reader.accept("delete")) {
            return new Clause(true, condition, Action.DELETE, Map.of());
        }
        reader.expect("update");
        if (reader.acceptSymbol("*")) {
            return new Clause(true, condition, Action.UPDATE, all(columns, source));
        }
        reader.expect("set");
        Map<String, String> values = Changes.assignments(reader, scope, "when");
        List<Catalog.Column> known = Changes.columns(columns, target.table(), new ArrayList<>(values.keySet()));
        assert known.size() == values.size();
        return new Clause(true, condition, Action.UPDATE, values);
    }

    private static Map<String, String> inserted(
            SqlReader reader, Target target, List<Catalog.Column> columns, String source, Scope scope)
            throws LakeException {
        if (reader.acceptSymbol("*")) {
            return all(columns, source);
        }
        List<String> names = reader.peek().isSymbol("(") ? reader.identifiers() : List.of();
        List<Catalog.Column> filled = Changes.columns(columns, target.table(), names);
        reader.expect("values");
        reader.expectSymbol("(");
        Map<String, String> values = new LinkedHashMap<>();
        int count = 0;
        do {
            String value = Dialect.rewrite(reader.sql(), reader.expression(), scope);
            if (count < filled.size()) {
                values.put(filled.get(count).name(), value);
            }
            count++;
        } while (reader.acceptSymbol(","));
        reader.expectSymbol(")");
        if (count != filled.size()) {
            throw new LakeException(
                    LakeCode.SEMANTIC,
                    "insert columns and values are not matched, columns: " + filled.size() + ", values: " + count);
        }
        return values;
    }

    private static Map<String, String> all(List<Catalog.Column> columns, String source) {
        Map<String, String> values = new LinkedHashMap<>();
        columns.forEach(c -> values.put(c.name(), Sql.name(source) + "." + Sql.name(c.name())));
        return values;
    }
}
