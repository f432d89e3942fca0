package org.lakeingest.lake.keyed;

import java.util.ArrayList;
import java.util.List;
import org.lakeingest.api.ColumnType;
import org.lakeingest.api.IngestException;
import org.lakeingest.api.Schema;
import org.lakeingest.lake.LakeErrorCode;

/** The columns of a file of changes, and where they come from. Made for each selection; immutable. */
public final class ChangeSchema {
    /** Places of a field that are no columns of the rows. */
    static final int TIMESTAMP = -1;

    static final int POSITION = -2;
    static final int DELETED = -3;

    private final Schema schema;
    private final int[] sources;
    private final boolean deletes;

    private ChangeSchema(Schema schema, int[] sources, boolean deletes) {
        this.schema = schema;
        this.sources = sources;
        this.deletes = deletes;
    }

    /**
     * Works out the columns: of deletes the key, of others all that rows have; then version and position, and whether the
     * row is deleted, where such rows stay.
     *
     * @throws IngestException when rows have a column with a name that the sink needs
     */
    public static ChangeSchema of(Selection selection, KeyRules rules, ChangeColumns names) {
        Schema rows = selection.schema();
        int op = KeyedSchema.columnOf(rows, names.op());
        int version = KeyedSchema.columnOf(rows, names.version());
        List<Schema.Field> fields = new ArrayList<>();
        List<Integer> sources = new ArrayList<>();
        for (int i = 0; i < rows.fields().size(); i++) {
            boolean wanted = i != op && i != version;
            if (wanted && (!selection.deletes() || isKey(rows, i, rules))) {
                fields.add(rows.fields().get(i));
                sources.add(i);
            }
        }
        fields.add(
                version < 0
                        ? new Schema.Field(names.version(), ColumnType.of(ColumnType.Kind.INT64), true)
                        : new Schema.Field(
                                rows.fields().get(version).name(),
                                rows.fields().get(version).type(),
                                true));
        sources.add(version < 0 ? TIMESTAMP : version);
        fields.add(new Schema.Field(names.position(), ColumnType.of(ColumnType.Kind.STRING), true));
        sources.add(POSITION);
        if (!rules.deletesForget()) {
            fields.add(new Schema.Field(names.deleted(), ColumnType.of(ColumnType.Kind.BOOLEAN), true));
            sources.add(DELETED);
        }
        return new ChangeSchema(
                schema(fields), sources.stream().mapToInt(Integer::intValue).toArray(), selection.deletes());
    }

    private static boolean isKey(Schema rows, int column, KeyRules rules) {
        for (String name : rules.key()) {
            if (KeyedSchema.columnOf(rows, name) == column) {
                return true;
            }
        }
        return false;
    }

    private static Schema schema(List<Schema.Field> fields) {
        try {
            return new Schema(fields);
        } catch (IllegalArgumentException e) {
            throw new IngestException(
                    LakeErrorCode.LAKE_KEY_UNFIT,
                    "Rows have a column that the sink makes itself, for the position or the mark of deleted rows: "
                            + e.getMessage(),
                    e);
        }
    }

    /** Of the file. */
    public Schema schema() {
        return schema;
    }

    boolean deletes() {
        return deletes;
    }

    /** Column of the rows that a field comes from, or what it is made of. */
    int source(int field) {
        return sources[field];
    }
}
