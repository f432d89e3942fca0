package org.lakeingest.sandbox.lake;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Finds out which columns of which table a query shows, so that their declared types can be named. Stateless. */
final class Origins {
    private Origins() {}

    /** For every column of the result that of the table, or null where it is another expression; empty when nothing is known. */
    static List<Catalog.@Nullable Column> columns(Connection connection, SelectList query, Session session)
            throws SQLException, LakeException {
        SelectList.Origin origin = query.origin();
        if (origin == null) {
            return List.of();
        }
        List<String> names = origin.names();
        String table = names.get(names.size() - 1);
        String database = names.size() > 1 ? names.get(names.size() - 2) : session.database();
        if (database.equals("system") || database.equals("information_schema")) {
            return system(origin);
        }
        long id = Catalog.find(connection, new TableName(database, table));
        return id < 0 ? List.of() : pick(Catalog.columns(connection, id), origin);
    }

    private static List<Catalog.@Nullable Column> pick(List<Catalog.Column> known, SelectList.Origin origin) {
        if (origin.columns().isEmpty()) {
            return new ArrayList<Catalog.@Nullable Column>(known);
        }
        List<Catalog.@Nullable Column> columns = new ArrayList<>();
        for (@Nullable String name : origin.columns()) {
            columns.add(known.stream()
                    .filter(c -> c.name().equals(name))
                    .findFirst()
                    .orElse(null));
        }
        return columns;
    }

    /** Nearly all columns of these are texts that are never null. */
    private static List<Catalog.@Nullable Column> system(SelectList.Origin origin) {
        List<Catalog.@Nullable Column> columns = new ArrayList<>();
        for (@Nullable String name : origin.columns()) {
            boolean number = "table_id".equals(name) || "ordinal_position".equals(name) || "created_on".equals(name);
            columns.add(name == null || number ? null : new Catalog.Column(name, LakeType.of("String"), false, "", ""));
        }
        return columns;
    }
}
