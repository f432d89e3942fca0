package org.lakeingest.lake;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.lakeingest.api.ColumnType;
import org.lakeingest.api.Schema;
import org.lakeingest.lake.encode.CastCheck;
import org.lakeingest.lake.encode.ColumnCast;
import org.lakeingest.lake.encode.FileFormat;
import org.lakeingest.lake.encode.TableLayout;

/**
 * Finds out how rows get into a table's columns, and what has to be done to the table before they do.
 *
 * @param create whether absent tables are created
 * @param evolve what may be done to one that is there
 * @param format of the files, since not every type travels in every format
 * @param drops whether the lake leaves out rows that it refuses
 */
record ColumnsPlanner(boolean create, Evolve evolve, FileFormat format, boolean drops) {
    /**
     * Either a plan, or changes that make one possible.
     *
     * @param plan null while there are changes to make
     */
    record Outcome(@Nullable TablePlan plan, List<TableChange> changes) {}

    /**
     * Plans.
     *
     * @param shape empty when the table is absent
     * @throws LakeException when the rows do not fit and nothing may be changed about that
     */
    Outcome plan(PackedFile file, Schema schema, Optional<TableShape> shape) {
        if (shape.isEmpty()) {
            if (!create) {
                throw absent(file.table());
            }
            Schema whole = file.whole();
            return new Outcome(null, List.of(definition(whole == null ? schema : whole)));
        }
        return new Attempt(file, schema, shape.get()).outcome();
    }

    static LakeException absent(TableName table) {
        return new LakeException(LakeErrorCode.LAKE_OBJECT_MISSING, "the table " + table + " does not exist");
    }

    private TableChange.Create definition(Schema schema) {
        List<String> names = NewNames.of(schema.fields(), Set.of());
        List<String> columns = new ArrayList<>();
        boolean wide = false;
        for (int i = 0; i < names.size(); i++) {
            Schema.Field field = schema.fields().get(i);
            wide |= LakeTypes.hasWideDecimal(field.type());
            String type = LakeTypes.sql(field.type()) + (field.nullable() ? " NULL" : " NOT NULL");
            columns.add(SqlIdentifier.quote(names.get(i)) + " " + type);
            refuseType(field);
        }
        return new TableChange.Create(String.join(", ", columns), wide);
    }

    /** Why a column cannot be where the lake leaves out rows. */
    static String mixesUp(TableShape.Column column) {
        return column.name() + " is " + column.type()
                + ", and when the lake leaves out a row with such a value (copy-on-error: continue), it gives parts of it to"
                + " another row";
    }

    private void refuseType(Schema.Field field) {
        if (drops && !field.type().children().isEmpty()) {
            throw new LakeException(
                    LakeErrorCode.LAKE_SCHEMA_UNFIT,
                    "when the lake leaves out a row (copy-on-error: continue), it gives parts of its nested values, such as "
                            + field.name() + ", to another row; declare it as VARIANT");
        }
        if (format == FileFormat.NDJSON && hasBinary(field.type())) {
            throw new LakeException(
                    LakeErrorCode.LAKE_SCHEMA_UNFIT,
                    "the lake cannot load BINARY, the type of " + field.name()
                            + ", from NDJSON; use file-format parquet");
        }
    }

    private static boolean hasBinary(ColumnType type) {
        boolean binary = type.kind() == ColumnType.Kind.BINARY;
        for (Schema.Field child : type.children()) {
            binary |= hasBinary(child.type());
        }
        return binary;
    }

    /** One look at one table. */
    private final class Attempt {
        private final PackedFile file;
        private final Schema schema;
        private final TableShape shape;
        private final TableShape.@Nullable Column rigid;
        private final List<String> problems = new ArrayList<>();
        private final List<TableChange> changes = new ArrayList<>();
        private final List<TableShape.Column> columns = new ArrayList<>();
        private final List<Schema.Field> fileFields = new ArrayList<>();
        private final List<ColumnCast> casts = new ArrayList<>();

        Attempt(PackedFile file, Schema schema, TableShape shape) {
            this.file = file;
            this.schema = schema;
            this.shape = shape;
            this.rigid = shape.rigid();
        }

        Outcome outcome() {
            TableShape.@Nullable Column[] found = ColumnMatch.of(schema.fields(), shape);
            List<Schema.Field> missing = new ArrayList<>();
            for (int i = 0; i < found.length; i++) {
                TableShape.Column column = found[i];
                if (column == null) {
                    missing.add(schema.fields().get(i));
                } else {
                    fit(i, column);
                }
            }
            add(missing);
            if (!problems.isEmpty()) {
                throw new LakeException(
                        LakeErrorCode.LAKE_TABLE_UNFIT,
                        "the table " + file.table() + " does not fit: " + String.join("; ", problems));
            }
            return changes.isEmpty()
                    ? new Outcome(
                            new TablePlan(
                                    file.table(),
                                    new TableLayout.Columns(schema, new Schema(fileFields), casts),
                                    columns),
                            List.of())
                    : new Outcome(null, changes);
        }

        private void fit(int index, TableShape.Column column) {
            Schema.Field field = schema.fields().get(index);
            ColumnFit fit = ColumnFit.of(field.type(), column.type(), format);
            ColumnCast cast = fit.cast();
            if (evolve == Evolve.WIDEN && rigid == null && !survives(index, fit)) {
                List<Widening.Wider> types = new ArrayList<>();
                for (Widening.Wider wider : Widening.of(column.type(), field.type())) {
                    boolean other = !wider.type().equals(column.type());
                    if (other && survives(index, ColumnFit.of(field.type(), wider.type(), format))) {
                        types.add(wider);
                    }
                }
                if (!types.isEmpty()) {
                    changes.add(new TableChange.Retype(column, types));
                    return;
                }
            }
            if (shape.mangles(column)) {
                problems.add(TableShape.mangling(column));
                return;
            }
            if (drops && column.type().isNested()) {
                problems.add(mixesUp(column));
                return;
            }
            if (cast == null) {
                problems.add(column.name() + " is " + column.type() + ", which " + fit.reason() + rigidity());
                return;
            }
            columns.add(column);
            fileFields.add(new Schema.Field(column.name(), cast.to(), field.nullable()));
            casts.add(cast);
        }

        private String rigidity() {
            return evolve == Evolve.WIDEN && rigid != null
                    ? " (evolve: widen cannot change a type while a column is called " + rigid.name()
                            + ", with a backtick in its name)"
                    : "";
        }

        private boolean survives(int index, ColumnFit fit) {
            ColumnCast cast = fit.cast();
            if (cast == null) {
                return false;
            }
            return !fit.byValue() || CastCheck.fits(file.batches(), index, cast);
        }

        private void add(List<Schema.Field> missing) {
            Set<String> taken = new HashSet<>();
            shape.columns().forEach(column -> taken.add(column.name()));
            List<String> names = NewNames.of(missing, taken);
            for (int i = 0; i < names.size(); i++) {
                Schema.Field field = missing.get(i);
                String type = LakeTypes.sql(field.type());
                if (evolve == Evolve.NONE) {
                    problems.add(field.name() + " is missing, " + type + " expected");
                } else {
                    refuseType(field);
                    changes.add(new TableChange.Add(names.get(i), type, LakeTypes.hasWideDecimal(field.type())));
                }
            }
        }
    }
}
