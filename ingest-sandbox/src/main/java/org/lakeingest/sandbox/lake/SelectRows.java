package org.lakeingest.sandbox.lake;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The rows of a query; owns the connection, if it is given one, until it is closed. */
final class SelectRows implements RowCursor {
    private final @Nullable Connection connection;
    private final ResultSet rows;
    private final Session session;
    private final Cells cells;
    private boolean closed;

    SelectRows(@Nullable Connection connection, ResultSet rows, Session session) throws SQLException {
        this.connection = connection;
        this.rows = rows;
        this.session = session;
        this.cells = new Cells(rows.getMetaData(), session);
    }

    /** The columns of the result, {@code declared} as far as they are columns of a table. */
    List<Field> schema(Set<Integer> notNull, List<Catalog.@Nullable Column> declared) throws SQLException {
        ResultSetMetaData columns = rows.getMetaData();
        List<Field> schema = new ArrayList<>();
        boolean known = declared.size() == columns.getColumnCount();
        for (int i = 0; i < columns.getColumnCount(); i++) {
            Catalog.Column column = known ? declared.get(i) : null;
            if (column != null) {
                schema.add(new Field(columns.getColumnName(i + 1), column.type().schemaName(column.nullable())));
                continue;
            }
            boolean never = notNull.contains(i);
            LakeType type = cells.type(i);
            schema.add(new Field(columns.getColumnName(i + 1), type.schemaName(!never && !type.is("NULL"))));
        }
        return schema;
    }

    @Override
    public @Nullable String @Nullable [] next() throws LakeException {
        try {
            return !closed && rows.next() ? cells.row(rows) : null;
        } catch (SQLException e) {
            throw DuckErrors.map(e, session);
        }
    }

    @Override
    public void close() {
        if (!closed) {
            closed = true;
            Engine.closeQuietly(rows);
            Engine.closeQuietly(connection);
        }
    }
}
