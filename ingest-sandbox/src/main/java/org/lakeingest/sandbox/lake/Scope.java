package org.lakeingest.sandbox.lake;

import org.jspecify.annotations.Nullable;

/**
 * What the names in a query mean: tables that the transaction writes, and staged files. One per statement.
 *
 * @param stages null where no files can be read
 * @param session null where no tables can be read
 */
record Scope(@Nullable StageSource stages, @Nullable Session session) {
    static final Scope NONE = new Scope(null, null);
    /** The column that {@code $1} stands for. */
    static final String WHOLE_ROW = "lake_row";

    /** The view that shows a transaction its own rows of a table; null where the table itself does. */
    @Nullable
    String viewOf(TableName table) {
        Transaction open = session == null ? null : session.transaction();
        return open == null || session == null ? null : open.viewOf(table, session);
    }

    /** The files behind a stage location, with the options that may follow it. */
    String stage(Token token, SqlReader reader) throws LakeException {
        if (stages == null) {
            throw LakeException.syntax(reader.sql(), token.start(), token.end(), "a stage cannot be read here");
        }
        return stages.read(Stages.Location.of(token.value()), reader);
    }
}
