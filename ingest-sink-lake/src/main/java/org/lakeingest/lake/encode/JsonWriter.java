package org.lakeingest.lake.encode;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.lakeingest.api.ColumnType;
import org.lakeingest.api.ColumnType.Kind;
import org.lakeingest.api.IngestException;
import org.lakeingest.api.Schema;

/** Writes values as JSON, in one of two styles. One thread. */
final class JsonWriter {
    /** Whom the JSON is for. */
    enum Style {
        /**
         * The lake's reader of NDJSON, which converts each value to its column's type: decimals are strings, since numbers become
         * doubles there; tuples are arrays, since it takes the fields of an object in an order of its own.
         */
        LOAD,
        /** Whoever reads a document: decimals are exact numbers, structs are objects, bytes are base64. */
        DOCUMENT
    }

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

    private final boolean loads;
    private final Rfc3339 times = new Rfc3339();
    private final StringBuilder number = new StringBuilder(32);
    private final GrowingBytes scratch = new GrowingBytes(16);

    /** Where a value comes from: its type, and what is written before it. */
    static final class Node {
        private final String name;
        private final ColumnType type;
        private final byte[] prefix;
        private final Node[] children;

        private Node(Schema.Field field, byte[] prefix, Node[] children) {
            this.name = field.name();
            this.type = field.type();
            this.prefix = prefix;
            this.children = children;
        }

        byte[] prefix() {
            return prefix;
        }
    }

    JsonWriter(Style style) {
        this.loads = style == Style.LOAD;
    }

    /** @throws IngestException of kind CONFIGURATION when a column's type has no form in this style */
    Node[] nodes(List<Schema.Field> fields) {
        Node[] nodes = new Node[fields.size()];
        for (int i = 0; i < nodes.length; i++) {
            Schema.Field field = fields.get(i);
            if (loads) {
                check(field);
            }
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

    void put(GrowingBytes out, Node node, ColumnValues values, int row) {
        if (values.isNull(row)) {
            out.put(NULL);
            return;
        }
        switch (node.type.kind()) {
            case BOOLEAN -> out.put(values.getBoolean(row) ? TRUE : FALSE);
            case INT64 -> out.putNumber(values.getLong(row));
            case UINT64 -> putUnsigned(out, values.getLong(row));
            case FLOAT32, FLOAT64 -> putDouble(out, node, values.getDouble(row));
            case DECIMAL -> putDecimal(out, node.type, values, row);
            case DATE, TIMESTAMP_MICROS, TIMESTAMP_TZ_MICROS, BINARY -> {
                out.put('"');
                putBare(out, node, values, row);
                out.put('"');
            }
            case STRING -> putString(out, node, values, row);
            case VARIANT -> putVariant(out, values, row);
            case LIST -> putList(out, node.children[0], values, row);
            case STRUCT -> putStruct(out, node, values, row);
            case MAP -> putMap(out, node, values, row);
        }
    }

    /** A value that is not null as the text that a string column holds: without the quotes of JSON. */
    void putText(GrowingBytes out, Node node, ColumnValues values, int row) {
        switch (node.type.kind()) {
            case DATE, TIMESTAMP_MICROS, TIMESTAMP_TZ_MICROS, BINARY -> putBare(out, node, values, row);
            case STRING, VARIANT -> values.putBytes(out, row);
            case FLOAT32, FLOAT64 -> appendDouble(out, node, values.getDouble(row));
            default -> put(out, node, values, row);
        }
    }

    private void putBare(GrowingBytes out, Node node, ColumnValues values, int row) {
        Kind kind = node.type.kind();
        if (kind == Kind.BINARY) {
            scratch.resize(0);
            values.putBytes(scratch, row);
            JsonText.putBase64Bare(out, scratch.array(), 0, scratch.size());
        } else if (kind == Kind.DATE) {
            Rfc3339.putDate(out, loads ? Moments.checkDay(node.name, values.getLong(row)) : values.getLong(row));
        } else {
            long micros = values.getLong(row);
            times.putMicros(out, loads ? Moments.checkMicros(node.name, micros) : micros);
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

    /** JSON has no form for NaN and the infinities; in a document they are strings. */
    private void putDouble(GrowingBytes out, Node node, double value) {
        boolean special = Double.isNaN(value) || Double.isInfinite(value);
        if (special && loads) {
            throw new Refusal.BadValue(
                    node.name, "NaN or an infinity, which NDJSON cannot say; use file-format parquet");
        }
        if (special) {
            out.put('"');
        }
        appendDouble(out, node, value);
        if (special) {
            out.put('"');
        }
    }

    private void appendDouble(GrowingBytes out, Node node, double value) {
        number.setLength(0);
        if (node.type.kind() == Kind.FLOAT32) {
            number.append((float) value);
        } else {
            number.append(value);
        }
        out.putAscii(number);
    }

    private void putDecimal(GrowingBytes out, ColumnType type, ColumnValues values, int row) {
        if (loads) {
            out.put('"');
        }
        if (Columns.isBytes(type)) {
            out.putAscii(Decimals.read(values, row, type, scratch).toPlainString());
        } else {
            putDecimal(out, values.getLong(row), type.scale());
        }
        if (loads) {
            out.put('"');
        }
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
            put(out, element, elements, i);
        }
        out.put(']');
    }

    private void putStruct(GrowingBytes out, Node node, ColumnValues values, int row) {
        for (int i = 0; i < node.children.length; i++) {
            if (loads) {
                out.put(i == 0 ? '[' : ',');
            } else {
                out.put(node.children[i].prefix);
            }
            put(out, node.children[i], values.child(i), row);
        }
        out.put(loads ? ']' : '}');
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
            putKey(out, node.children[0], keys, i);
            out.put(':');
            put(out, node.children[1], mapped, i);
        }
        out.put('}');
    }

    private void putKey(GrowingBytes out, Node node, ColumnValues keys, int row) {
        if (node.type.kind() == Kind.STRING) {
            putString(out, node, keys, row);
        } else {
            out.put('"');
            putText(out, node, keys, row);
            out.put('"');
        }
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
