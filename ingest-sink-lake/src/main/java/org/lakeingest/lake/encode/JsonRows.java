package org.lakeingest.lake.encode;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.lakeingest.api.ColumnType;
import org.lakeingest.api.ColumnType.Kind;
import org.lakeingest.api.IngestException;
import org.lakeingest.api.Schema;

/**
 * Writes rows as JSON objects that the lake's NDJSON reader takes without loss: decimals as strings, instants as RFC 3339 in
 * UTC, NaN and the infinities as null, struct fields in the order of the schema. One thread.
 */
final class JsonRows {
    private static final long[] POWERS_OF_TEN = new long[Columns.LONG_DECIMAL_DIGITS + 1];
    private static final byte[] NULL = ascii("null");
    private static final byte[] TRUE = ascii("true");
    private static final byte[] FALSE = ascii("false");

    static {
        POWERS_OF_TEN[0] = 1;
        for (int i = 1; i < POWERS_OF_TEN.length; i++) {
            POWERS_OF_TEN[i] = POWERS_OF_TEN[i - 1] * 10;
        }
    }

    private final Node[] fields;
    private final Rfc3339 times = new Rfc3339();
    private final StringBuilder number = new StringBuilder(32);
    private final GrowingBytes scratch = new GrowingBytes(16);

    /** Where a value comes from: its type, and what is written before it. */
    private static final class Node {
        final String name;
        final ColumnType type;
        final byte[] prefix;
        final Node[] children;

        Node(Schema.Field field, byte[] prefix, Node[] children) {
            this.name = field.name();
            this.type = field.type();
            this.prefix = prefix;
            this.children = children;
        }
    }

    /** @throws IngestException of kind CONFIGURATION when a column's type has no form in NDJSON */
    JsonRows(Schema schema) {
        fields = nodes(schema.fields());
    }

    private static Node[] nodes(List<Schema.Field> fields) {
        Node[] nodes = new Node[fields.size()];
        for (int i = 0; i < nodes.length; i++) {
            Schema.Field field = fields.get(i);
            check(field);
            GrowingBytes prefix = new GrowingBytes(32);
            prefix.put(i == 0 ? '{' : ',');
            JsonText.putString(prefix, field.name());
            prefix.put(':');
            byte[] text = new byte[prefix.size()];
            System.arraycopy(prefix.array(), 0, text, 0, text.length);
            nodes[i] = new Node(field, text, nodes(field.type().children()));
        }
        return nodes;
    }

    private static void check(Schema.Field field) {
        ColumnType type = field.type();
        if (type.kind() == Kind.BINARY) {
            throw Refusal.column(field, "the lake reads no binary values from NDJSON; use file-format parquet");
        }
        if (type.kind() == Kind.MAP && type.children().get(0).type().kind() != Kind.STRING) {
            throw Refusal.column(field, "in NDJSON the keys of a map are strings; use file-format parquet");
        }
    }

    /** Appends a row with its line break. */
    void put(GrowingBytes out, ColumnValues[] values, int row) {
        for (int i = 0; i < fields.length; i++) {
            out.put(fields[i].prefix);
            putValue(out, fields[i], values[i], row);
        }
        out.put('}');
        out.put('\n');
    }

    private void putValue(GrowingBytes out, Node node, ColumnValues values, int row) {
        if (values.isNull(row)) {
            out.put(NULL);
            return;
        }
        switch (node.type.kind()) {
            case BOOLEAN -> out.put(values.getBoolean(row) ? TRUE : FALSE);
            case INT64 -> out.putNumber(values.getLong(row));
            case UINT64 -> putUnsigned(out, values.getLong(row));
            case FLOAT32, FLOAT64 -> putDouble(out, values.getDouble(row), node.type.kind() == Kind.FLOAT32);
            case DECIMAL -> putDecimal(out, node.type, values, row);
            case DATE, TIMESTAMP_MICROS, TIMESTAMP_TZ_MICROS -> putTime(out, node.type.kind(), values.getLong(row));
            case STRING -> putString(out, node, values, row);
            case VARIANT -> putVariant(out, values, row);
            case LIST -> putList(out, node.children[0], values, row);
            case STRUCT -> putStruct(out, node, values, row);
            case MAP -> putMap(out, node, values, row);
            case BINARY -> throw new IllegalStateException("Refused with the schema");
        }
    }

    private static void putUnsigned(GrowingBytes out, long value) {
        if (value >= 0) {
            out.putNumber(value);
        } else {
            long tenth = Long.divideUnsigned(value, 10);
            out.putNumber(tenth);
            out.put('0' + (int) (value - tenth * 10));
        }
    }

    private void putDouble(GrowingBytes out, double value, boolean single) {
        if (Double.isNaN(value) || Double.isInfinite(value)) {
            out.put(NULL);
            return;
        }
        number.setLength(0);
        if (single) {
            number.append((float) value);
        } else {
            number.append(value);
        }
        out.putAscii(number);
    }

    private void putDecimal(GrowingBytes out, ColumnType type, ColumnValues values, int row) {
        out.put('"');
        if (Columns.isBytes(type)) {
            out.putAscii(Decimals.read(values, row, type, scratch).toPlainString());
        } else {
            putDecimal(out, values.getLong(row), type.scale());
        }
        out.put('"');
    }

    private static void putDecimal(GrowingBytes out, long unscaled, int scale) {
        if (unscaled < 0) {
            out.put('-');
        }
        long size = Math.abs(unscaled);
        long power = POWERS_OF_TEN[scale];
        out.putNumber(size / power);
        if (scale > 0) {
            out.put('.');
            long fraction = size % power;
            for (int i = scale - 1; i > 0 && fraction < POWERS_OF_TEN[i]; i--) {
                out.put('0');
            }
            out.putNumber(fraction);
        }
    }

    private void putTime(GrowingBytes out, Kind kind, long value) {
        out.put('"');
        if (kind == Kind.DATE) {
            Rfc3339.putDate(out, value);
        } else {
            times.putMicros(out, value);
        }
        out.put('"');
    }

    private static void putString(GrowingBytes out, Node node, ColumnValues values, int row) {
        if (!values.putJsonString(out, row)) {
            throw new Refusal.BadValue(node.name, "text that is not valid UTF-8");
        }
    }

    /** JSON text as it came. A line break in it is white space, since a string cannot hold one, and would end the row. */
    private static void putVariant(GrowingBytes out, ColumnValues values, int row) {
        int start = out.size();
        values.putBytes(out, row);
        if (values.mayHoldLineBreaks()) {
            out.blankLineBreaks(start);
        }
    }

    private void putList(GrowingBytes out, Node element, ColumnValues values, int row) {
        ColumnValues elements = values.child(0);
        int start = values.childStart(row);
        int end = values.childStart(row + 1);
        out.put('[');
        for (int i = start; i < end; i++) {
            if (i > start) {
                out.put(',');
            }
            putValue(out, element, elements, i);
        }
        out.put(']');
    }

    private void putStruct(GrowingBytes out, Node node, ColumnValues values, int row) {
        for (int i = 0; i < node.children.length; i++) {
            out.put(node.children[i].prefix);
            putValue(out, node.children[i], values.child(i), row);
        }
        out.put('}');
    }

    private void putMap(GrowingBytes out, Node node, ColumnValues values, int row) {
        ColumnValues keys = values.child(0);
        ColumnValues mapped = values.child(1);
        int start = values.childStart(row);
        int end = values.childStart(row + 1);
        out.put('{');
        for (int i = start; i < end; i++) {
            if (i > start) {
                out.put(',');
            }
            putString(out, node, keys, i);
            out.put(':');
            putValue(out, node.children[1], mapped, i);
        }
        out.put('}');
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
