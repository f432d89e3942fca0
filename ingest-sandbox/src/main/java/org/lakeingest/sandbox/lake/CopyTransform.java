package org.lakeingest.sandbox.lake;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * {@code (SELECT … FROM @stage/path [alias])} as the source of a COPY: the query is run once for every file.
 *
 * @param before the tokens before the location
 * @param after those after it: an alias, if any
 */
record CopyTransform(String sql, List<Token> before, Stages.Location location, List<Token> after) {
    private static final Set<String> NOT_HERE =
            Set.of("where", "group", "order", "having", "limit", "join", "union", "distinct", "qualify");

    /** Reads what stands after the opening parenthesis, and the closing one. */
    static CopyTransform parse(SqlReader reader) throws LakeException {
        List<Token> inside = reader.untilClosed();
        int at = -1;
        for (int i = 0; i < inside.size(); i++) {
            Token token = inside.get(i);
            if (token.kind() == Token.Kind.STAGE && at < 0) {
                at = i;
            } else if (token.kind() == Token.Kind.WORD && NOT_HERE.contains(token.value())) {
                throw new LakeException(
                        LakeCode.SEMANTIC,
                        "COPY INTO with a query takes columns and expressions only, no "
                                + token.value().toUpperCase(java.util.Locale.ROOT));
            }
        }
        if (at < 0) {
            throw reader.error("expecting a stage location like `@stage/path`");
        }
        return new CopyTransform(
                reader.sql(),
                inside.subList(0, at),
                Stages.Location.of(inside.get(at).value()),
                inside.subList(at + 1, inside.size()));
    }

    CopyInto.Loaded load(
            Connection connection,
            CopyInto.Target target,
            Stages.Staged file,
            FileFormat format,
            Cancellation cancellation)
            throws SQLException, LakeException {
        if (file.size() == 0) {
            return new CopyInto.Loaded(0, 0, null, 0);
        }
        List<String> names = new ArrayList<>();
        target.columns().forEach(c -> names.add(c.name()));
        String source = StageSource.rows(List.of(file), format.type(), format.compression());
        String query = Dialect.rewrite(sql, before) + " " + source + " " + Dialect.rewrite(sql, after);
        try {
            long rows = Duck.run(
                    connection, "INSERT INTO " + target.base() + " (" + Sql.names(names) + ") " + query, cancellation);
            return new CopyInto.Loaded(rows, 0, null, 0);
        } catch (SQLException e) {
            LakeException mapped = DuckErrors.map(e, new Session(null));
            throw mapped.code() == LakeCode.COLUMN_COUNT.number()
                    ? new LakeException(
                            LakeCode.SEMANTIC, "Number of columns in select list does not match: " + mapped.text())
                    : mapped;
        }
    }
}
