package org.lakeingest.format.avro;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.lakeingest.api.ColumnType;
import org.lakeingest.api.ColumnType.Kind;
import org.lakeingest.api.IngestException;
import org.lakeingest.api.RowAppender;
import org.lakeingest.api.Schema;

/**
 * A writer's schema, compiled once: the columns its fields become, and for each the writer that moves a value there. Decoding
 * walks over the writers and looks at the schema no more. Confined to one thread.
 */
final class ColumnWriterPlan {
    private final Schema schema;
    private final ValueWriter[] writers;

    private ColumnWriterPlan(Schema schema, ValueWriter[] writers) {
        this.schema = schema;
        this.writers = writers;
    }

    /** @throws UnsupportedSchemaException when columns cannot hold what the schema describes */
    static ColumnWriterPlan compile(org.apache.avro.Schema schema) {
        if (schema.getType() != org.apache.avro.Schema.Type.RECORD) {
            throw new UnsupportedSchemaException("", "describes no record, and only a record has fields for columns");
        }
        List<Column> columns = new Compiler().fieldsOf(schema, "");
        return new ColumnWriterPlan(new Schema(Column.fields(columns)), Column.writers(columns));
    }

    /** Always the same instance. */
    Schema schema() {
        return schema;
    }

    void write(AvroInput input, RowAppender rows) throws IOException {
        for (int i = 0; i < writers.length; i++) {
            writers[i].write(input, rows, i);
        }
    }

    /** Why there is no row of nulls, or null when there may be one. */
    @Nullable
    IngestException writeNothing() {
        for (Schema.Field field : schema.fields()) {
            if (!field.nullable()) {
                return new IngestException(
                        AvroErrorCode.AVRO_REQUIRED,
                        "the value is null, a tombstone, and the field '" + field.name() + "' may not be null");
            }
        }
        return null;
    }

    /** A field's column and the writer that fills it. */
    private record Column(Schema.Field field, ValueWriter writer) {
        static List<Schema.Field> fields(List<Column> columns) {
            return columns.stream().map(Column::field).toList();
        }

        static ValueWriter[] writers(List<Column> columns) {
            return columns.stream().map(Column::writer).toArray(ValueWriter[]::new);
        }
    }

    private static final class Compiler {
        private final Set<String> open = new HashSet<>();

        List<Column> fieldsOf(org.apache.avro.Schema record, String path) {
            if (!open.add(record.getFullName())) {
                throw new UnsupportedSchemaException(path, "contains itself, and columns have a fixed depth");
            }
            if (record.getFields().isEmpty()) {
                throw new UnsupportedSchemaException(path, "is a record without fields");
            }
            List<Column> columns = new ArrayList<>();
            for (org.apache.avro.Schema.Field field : record.getFields()) {
                String fieldPath = path.isEmpty() ? field.name() : path + "." + field.name();
                columns.add(column(field.name(), field.schema(), fieldPath));
            }
            open.remove(record.getFullName());
            return columns;
        }

        private Column column(String name, org.apache.avro.Schema schema, String path) {
            return switch (schema.getType()) {
                case UNION -> union(name, schema, path);
                case RECORD -> {
                    List<Column> fields = fieldsOf(schema, path);
                    yield column(
                            name,
                            ColumnType.struct(Column.fields(fields)),
                            new NestedWriters.Structs(Column.writers(fields)));
                }
                case ARRAY -> {
                    Column element = column("element", schema.getElementType(), path + "[]");
                    if (SchemaSize.canBeEmpty(schema.getElementType())) {
                        throw new UnsupportedSchemaException(
                                path,
                                "is an array of what takes no bytes, so a few bytes could stand for any number of rows");
                    }
                    yield column(name, ColumnType.list(element.field()), new NestedWriters.Lists(element.writer()));
                }
                case MAP -> {
                    Column value = column("value", schema.getValueType(), path + ".*");
                    Schema.Field key = new Schema.Field("key", ColumnType.of(Kind.STRING), false);
                    yield column(
                            name,
                            ColumnType.map(key, value.field()),
                            new NestedWriters.Maps(new ScalarWriters.Strings(path), value.writer()));
                }
                case NULL ->
                    new Column(
                            new Schema.Field(name, ColumnType.of(Kind.VARIANT), true),
                            (input, rows, column) -> rows.setNull(column));
                default -> column(name, ScalarTypes.typeOf(schema, path), ScalarTypes.writerOf(schema, path));
            };
        }

        private static Column column(String name, ColumnType type, ValueWriter writer) {
            return new Column(new Schema.Field(name, type, false), writer);
        }

        /** A type and null, in either order; null alone; or one type alone. */
        private Column union(String name, org.apache.avro.Schema union, String path) {
            List<org.apache.avro.Schema> branches = union.getTypes();
            int nullBranch = NestedWriters.Unions.NO_BRANCH;
            int valueBranch = NestedWriters.Unions.NO_BRANCH;
            for (int i = 0; i < branches.size(); i++) {
                if (branches.get(i).getType() == org.apache.avro.Schema.Type.NULL) {
                    nullBranch = i;
                } else if (valueBranch == NestedWriters.Unions.NO_BRANCH) {
                    valueBranch = i;
                } else {
                    throw new UnsupportedSchemaException(
                            path, "is a union of several types; a column has one type, and perhaps null");
                }
            }
            if (valueBranch == NestedWriters.Unions.NO_BRANCH) {
                throw new UnsupportedSchemaException(path, "is a union without a type");
            }
            Column value = column(name, branches.get(valueBranch), path);
            boolean nullable = nullBranch != NestedWriters.Unions.NO_BRANCH
                    || value.field().nullable();
            return new Column(
                    new Schema.Field(name, value.field().type(), nullable),
                    new NestedWriters.Unions(nullBranch, valueBranch, value.writer()));
        }
    }
}
