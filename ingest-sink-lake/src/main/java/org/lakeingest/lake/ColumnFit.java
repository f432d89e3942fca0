package org.lakeingest.lake;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.lakeingest.api.ColumnType;
import org.lakeingest.api.ColumnType.Kind;
import org.lakeingest.api.Schema;
import org.lakeingest.lake.encode.ColumnCast;
import org.lakeingest.lake.encode.FileFormat;

/**
 * Whether, and how, a column of rows gets into a column of a table without a loss: never by a conversion of the lake's that
 * rounds, cuts or reads text as something else. Immutable.
 *
 * @param cast how values get into the file; null when none can
 * @param byValue whether single values may turn out not to fit
 * @param reason why not, where {@code cast} is null; completes "COLUMN is TYPE, which …"
 */
record ColumnFit(@Nullable ColumnCast cast, boolean byValue, String reason) {
    private static ColumnFit yes(ColumnType from, ColumnType to) {
        return new ColumnFit(ColumnCast.of(from, to), false, "");
    }

    private static ColumnFit maybe(ColumnType from, ColumnType to) {
        return new ColumnFit(ColumnCast.of(from, to), true, "");
    }

    private static ColumnFit no(ColumnType from) {
        return new ColumnFit(null, false, "takes no " + LakeTypes.sql(from));
    }

    static ColumnFit of(ColumnType from, LakeType table, FileFormat format) {
        if (table.is("VARIANT")) {
            return yes(from, ColumnType.of(Kind.VARIANT));
        }
        if (table.is("VARCHAR")) {
            return yes(from, ColumnType.of(Kind.STRING));
        }
        if (table.isInteger()) {
            return integer(from, table);
        }
        if (table.isFloating()) {
            return floating(from, table);
        }
        return switch (table.name()) {
            case "DECIMAL" -> decimal(from, table);
            case "ARRAY", "MAP" -> nested(from, table, format);
            case "TUPLE" -> tuple(from, table, format);
            case "VECTOR" ->
                format == FileFormat.NDJSON && from.kind() == Kind.LIST
                        ? yes(from, from)
                        : new ColumnFit(null, false, "the lake loads from NDJSON only");
            case "BINARY" ->
                format == FileFormat.NDJSON
                        ? new ColumnFit(null, false, "the lake cannot load from NDJSON; use file-format parquet")
                        : same(from, Kind.BINARY);
            default -> scalar(from, table);
        };
    }

    /** Text is read by the lake, which takes it whole or refuses it. */
    private static ColumnFit scalar(ColumnType from, LakeType table) {
        if (from.kind() == Kind.STRING) {
            return yes(from, from);
        }
        boolean moment = from.kind() == Kind.TIMESTAMP_MICROS
                || from.kind() == Kind.TIMESTAMP_TZ_MICROS
                || from.kind() == Kind.DATE;
        return switch (table.name()) {
            case "BOOLEAN" -> same(from, Kind.BOOLEAN);
            case "DATE" -> same(from, Kind.DATE);
            case "TIMESTAMP" -> moment ? yes(from, ColumnType.of(Kind.TIMESTAMP_MICROS)) : no(from);
            case "TIMESTAMPTZ" -> moment ? yes(from, ColumnType.of(Kind.TIMESTAMP_TZ_MICROS)) : no(from);
            default -> no(from);
        };
    }

    private static ColumnFit same(ColumnType from, Kind kind) {
        return from.kind() == kind ? yes(from, from) : no(from);
    }

    private static boolean isNumber(ColumnType type) {
        return switch (type.kind()) {
            case INT64, UINT64, FLOAT32, FLOAT64, DECIMAL -> true;
            default -> false;
        };
    }

    private static ColumnFit integer(ColumnType from, LakeType table) {
        if (!isNumber(from) && from.kind() != Kind.STRING) {
            return no(from);
        }
        Kind kind = table.integerBits() == Long.SIZE ? Kind.UINT64 : Kind.INT64;
        ColumnCast cast = new ColumnCast(from, ColumnType.of(kind), table.integerBits(), List.of(), List.of());
        boolean whole = from.kind() == kind && table.integerBits() >= Long.SIZE - 1;
        return new ColumnFit(cast, !whole, "");
    }

    private static ColumnFit floating(ColumnType from, LakeType table) {
        ColumnType type = ColumnType.of(table.is("FLOAT") ? Kind.FLOAT32 : Kind.FLOAT64);
        return switch (from.kind()) {
            case FLOAT32 -> yes(from, from);
            case FLOAT64 -> table.is("DOUBLE") ? yes(from, from) : maybe(from, type);
            case INT64, UINT64, DECIMAL, STRING -> maybe(from, type);
            default -> no(from);
        };
    }

    private static ColumnFit decimal(ColumnType from, LakeType table) {
        if (!isNumber(from) && from.kind() != Kind.STRING) {
            return no(from);
        }
        ColumnType type = ColumnType.decimal(table.precision(), table.scale());
        boolean wider = from.kind() == Kind.DECIMAL
                && from.scale() <= table.scale()
                && from.precision() - from.scale() <= table.precision() - table.scale();
        return wider ? yes(from, from) : maybe(from, type);
    }

    private static ColumnFit nested(ColumnType from, LakeType table, FileFormat format) {
        Kind kind = table.is("ARRAY") ? Kind.LIST : Kind.MAP;
        if (from.kind() != kind) {
            return no(from);
        }
        List<ColumnCast> casts = new ArrayList<>();
        List<Integer> sources = new ArrayList<>();
        List<Schema.Field> fields = new ArrayList<>();
        boolean byValue = false;
        for (int i = 0; i < from.children().size(); i++) {
            Schema.Field field = from.children().get(i);
            ColumnFit fit = of(field.type(), table.children().get(i).type(), format);
            if (fit.cast == null) {
                return fit;
            }
            byValue |= fit.byValue;
            casts.add(fit.cast);
            sources.add(i);
            fields.add(new Schema.Field(field.name(), fit.cast.to(), field.nullable()));
        }
        ColumnType to =
                kind == Kind.LIST ? ColumnType.list(fields.get(0)) : ColumnType.map(fields.get(0), fields.get(1));
        return new ColumnFit(new ColumnCast(from, to, 0, casts, sources), byValue, "");
    }

    /** The lake takes the fields of a tuple by their order, whatever their names: so they must be in the table's. */
    private static ColumnFit tuple(ColumnType from, LakeType table, FileFormat format) {
        if (from.kind() != Kind.STRUCT) {
            return no(from);
        }
        int[] places = TupleFields.places(from.children(), table);
        List<ColumnCast> casts = new ArrayList<>();
        List<Integer> sources = new ArrayList<>();
        List<Schema.Field> fields = new ArrayList<>();
        boolean byValue = false;
        for (int i = 0; i < table.children().size(); i++) {
            LakeType.Inner inner = table.children().get(i);
            int source = TupleFields.indexOf(places, i);
            if (source < 0 && !inner.nullable()) {
                return new ColumnFit(null, false, "takes no null for its field " + inner.name());
            }
            ColumnFit fit = of(
                    source < 0
                            ? inner.type().twin()
                            : from.children().get(source).type(),
                    inner.type(),
                    format);
            if (fit.cast == null) {
                return fit;
            }
            byValue |= fit.byValue;
            casts.add(fit.cast);
            sources.add(source);
            boolean nullable = source < 0 || from.children().get(source).nullable();
            fields.add(new Schema.Field(inner.name(), fit.cast.to(), nullable));
        }
        String lacking = TupleFields.lacking(from.children(), places);
        return lacking.isEmpty()
                ? new ColumnFit(new ColumnCast(from, ColumnType.struct(fields), 0, casts, sources), byValue, "")
                : new ColumnFit(null, false, "has no field " + lacking);
    }
}
