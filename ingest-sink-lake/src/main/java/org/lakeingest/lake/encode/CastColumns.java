package org.lakeingest.lake.encode;

import java.util.List;
import org.lakeingest.api.ColumnType;
import org.lakeingest.api.ColumnType.Kind;
import org.lakeingest.api.RowBatch;
import org.lakeingest.api.Schema;

/** Makes the columns of a file of the columns of rows. */
final class CastColumns {
    private static final ColumnValues[] NONE = {};

    private CastColumns() {}

    static ColumnValues bind(RowBatch.Column column, ColumnCast cast, String name) {
        ColumnType from = cast.from();
        ColumnType to = cast.to();
        if (cast.isIdentity()) {
            return new BatchColumn(column, from);
        }
        if (!cast.children().isEmpty()) {
            return new Nested(column, cast, name);
        }
        if (to.kind() == Kind.VARIANT) {
            return new Documents(new BatchColumn(column, from), from, name);
        }
        if (to.kind() == Kind.STRING) {
            return from.kind() == Kind.VARIANT
                    ? new DocumentTexts(new BatchColumn(column, from), name)
                    : new Texts(new BatchColumn(column, from), from, name);
        }
        return switch (to.kind()) {
            case INT64, UINT64, DECIMAL -> new ExactNumbers(new BatchColumn(column, from), cast, name);
            case FLOAT32, FLOAT64 -> new FloatingNumbers(new BatchColumn(column, from), cast, name);
            case TIMESTAMP_MICROS, TIMESTAMP_TZ_MICROS -> new Moving(new BatchColumn(column, from), from);
            default -> throw new IllegalArgumentException(from.kind() + " does not become " + to.kind());
        };
    }

    /** Goes to another column for everything. */
    private abstract static class Derived extends ColumnValues {
        final ColumnValues source;

        Derived(ColumnValues source) {
            this.source = source;
        }

        @Override
        boolean isNull(int row) {
            return source.isNull(row);
        }
    }

    private static JsonWriter.Node node(JsonWriter writer, ColumnType type, String name) {
        return writer.nodes(List.of(new Schema.Field(name, type, true)))[0];
    }

    /** Anything as JSON text. */
    private static final class Documents extends Derived {
        private final JsonWriter writer = new JsonWriter(JsonWriter.Style.DOCUMENT);
        private final JsonWriter.Node node;

        Documents(ColumnValues source, ColumnType type, String name) {
            super(source);
            this.node = node(writer, type, name);
        }

        @Override
        void putBytes(GrowingBytes out, int row) {
            writer.put(out, node, source, row);
        }

        @Override
        boolean mayHoldLineBreaks() {
            return false;
        }
    }

    /** Anything as the text of a string column. */
    private static final class Texts extends Derived {
        private final JsonWriter writer = new JsonWriter(JsonWriter.Style.DOCUMENT);
        private final JsonWriter.Node node;
        private final GrowingBytes scratch = new GrowingBytes(64);

        Texts(ColumnValues source, ColumnType type, String name) {
            super(source);
            this.node = node(writer, type, name);
        }

        @Override
        void putBytes(GrowingBytes out, int row) {
            writer.putText(out, node, source, row);
        }

        @Override
        boolean putJsonString(GrowingBytes out, int row) {
            scratch.resize(0);
            putBytes(scratch, row);
            return JsonText.putUtf8(out, scratch.array(), 0, scratch.size());
        }
    }

    /** A day as its first moment; times stay what they are. */
    private static final class Moving extends Derived {
        private final boolean days;

        Moving(ColumnValues source, ColumnType from) {
            super(source);
            this.days = from.kind() == Kind.DATE;
        }

        @Override
        long getLong(int row) {
            return days ? Moments.microsOfDay(source.getLong(row)) : source.getLong(row);
        }
    }

    /** A part that rows do not have. */
    private static final class Nothing extends ColumnValues {
        @Override
        boolean isNull(int row) {
            return true;
        }
    }

    /** A list, map or struct whose parts are cast, or are in another order. */
    private static final class Nested extends ColumnValues {
        private final RowBatch.Column column;
        private final ColumnValues[] children;

        Nested(RowBatch.Column column, ColumnCast cast, String name) {
            this.column = column;
            List<RowBatch.Column> columns = column.children();
            ColumnValues[] bound = cast.children().isEmpty()
                    ? NONE
                    : new ColumnValues[cast.children().size()];
            for (int i = 0; i < bound.length; i++) {
                int source = cast.sources().get(i);
                bound[i] = source < 0
                        ? new Nothing()
                        : bind(columns.get(source), cast.children().get(i), name);
            }
            this.children = bound;
        }

        @Override
        boolean isNull(int row) {
            return column.isNull(row);
        }

        @Override
        ColumnValues child(int index) {
            return children[index];
        }

        @Override
        int childStart(int row) {
            return column.childStart(row);
        }
    }
}
