package org.lakeingest.sandbox.lake;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a statement answered.
 *
 * @param schema the columns; empty when the statement has no result set
 * @param rows to be read once and closed
 * @param written how many rows the statement wrote
 * @param affect what it changed in the session, or null
 */
record QueryResult(
        List<Field> schema,
        RowCursor rows,
        long written,
        @Nullable ObjectNode affect) {
    static final QueryResult NOTHING = new QueryResult(List.of(), RowCursor.EMPTY, 0, null);

    static QueryResult rows(List<Field> schema, List<@Nullable String[]> rows) {
        return new QueryResult(schema, RowCursor.of(rows), 0, null);
    }

    static QueryResult affected(String what, long number) {
        return new QueryResult(
                Field.affected(what),
                RowCursor.of(List.<@Nullable String[]>of(new @Nullable String[] {String.valueOf(number)})),
                number,
                null);
    }

    static QueryResult changed(ObjectNode affect) {
        return new QueryResult(List.of(), RowCursor.EMPTY, 0, affect);
    }
}
