package org.lakeingest.lake.encode;

import java.util.ArrayList;
import java.util.List;
import org.apache.parquet.format.ConvertedType;
import org.apache.parquet.format.DateType;
import org.apache.parquet.format.DecimalType;
import org.apache.parquet.format.FieldRepetitionType;
import org.apache.parquet.format.IntType;
import org.apache.parquet.format.ListType;
import org.apache.parquet.format.LogicalType;
import org.apache.parquet.format.MapType;
import org.apache.parquet.format.MicroSeconds;
import org.apache.parquet.format.SchemaElement;
import org.apache.parquet.format.StringType;
import org.apache.parquet.format.TimeUnit;
import org.apache.parquet.format.TimestampType;
import org.apache.parquet.format.Type;
import org.lakeingest.api.ColumnType;
import org.lakeingest.api.Schema;

/**
 * The schema of a Parquet file: its elements for the footer, and its leaves with the way to each of them. Immutable.
 *
 * <p>Lists and maps have the three levels of the format's specification. What the lake's tables know but Parquet or common
 * readers of it do not, travels as text: decimals of more than 38 digits, and instants with a time zone.
 */
final class ParquetSchema {
    /** Decimals up to here are numbers in the file. */
    static final int MOST_DECIMAL_DIGITS = 38;

    static final int WIDE_DECIMAL_BYTES = 16;

    private final List<SchemaElement> elements = new ArrayList<>();
    private final List<ParquetLeaf> leaves = new ArrayList<>();

    ParquetSchema(Schema schema) {
        List<Schema.Field> fields = schema.fields();
        SchemaElement root = new SchemaElement("row");
        root.setNum_children(fields.size());
        elements.add(root);
        for (int i = 0; i < fields.size(); i++) {
            add(fields.get(i), i, new ParquetPath());
        }
    }

    List<SchemaElement> elements() {
        return elements;
    }

    /** In the order of the file. */
    List<ParquetLeaf> leaves() {
        return leaves;
    }

    private void add(Schema.Field field, int index, ParquetPath above) {
        SchemaElement element = new SchemaElement(field.name());
        element.setRepetition_type(field.nullable() ? FieldRepetitionType.OPTIONAL : FieldRepetitionType.REQUIRED);
        elements.add(element);
        ParquetPath path = above.field(field, index);
        switch (field.type().kind()) {
            case LIST -> addList(field, element, path);
            case MAP -> addMap(field, element, path);
            case STRUCT -> addStruct(field, element, path);
            default -> {
                describe(element, field.type());
                leaves.add(new ParquetLeaf(path, field.type(), element.getType()));
            }
        }
    }

    private void addList(Schema.Field field, SchemaElement element, ParquetPath path) {
        element.setNum_children(1);
        element.setConverted_type(ConvertedType.LIST);
        element.setLogicalType(LogicalType.LIST(new ListType()));
        addRepeated("list", 1);
        Schema.Field child = field.type().children().get(0);
        add(new Schema.Field("element", child.type(), child.nullable()), 0, path.repeated("list"));
    }

    private void addMap(Schema.Field field, SchemaElement element, ParquetPath path) {
        element.setNum_children(1);
        element.setConverted_type(ConvertedType.MAP);
        element.setLogicalType(LogicalType.MAP(new MapType()));
        addRepeated("key_value", 2);
        Schema.Field value = field.type().children().get(1);
        ParquetPath entries = path.repeated("key_value");
        Schema.Field key = field.type().children().get(0);
        add(new Schema.Field("key", key.type(), key.nullable()), 0, entries);
        add(new Schema.Field("value", value.type(), value.nullable()), 1, entries);
    }

    private void addStruct(Schema.Field field, SchemaElement element, ParquetPath path) {
        List<Schema.Field> children = field.type().children();
        element.setNum_children(children.size());
        for (int i = 0; i < children.size(); i++) {
            add(children.get(i), i, path);
        }
    }

    private void addRepeated(String name, int children) {
        SchemaElement element = new SchemaElement(name);
        element.setRepetition_type(FieldRepetitionType.REPEATED);
        element.setNum_children(children);
        elements.add(element);
    }

    private static void describe(SchemaElement element, ColumnType type) {
        switch (type.kind()) {
            case BOOLEAN -> element.setType(Type.BOOLEAN);
            case INT64 -> element.setType(Type.INT64);
            case UINT64 -> {
                element.setType(Type.INT64);
                element.setConverted_type(ConvertedType.UINT_64);
                element.setLogicalType(LogicalType.INTEGER(new IntType((byte) 64, false)));
            }
            case FLOAT32 -> element.setType(Type.FLOAT);
            case FLOAT64 -> element.setType(Type.DOUBLE);
            case DECIMAL -> describeDecimal(element, type);
            case DATE -> {
                element.setType(Type.INT32);
                element.setConverted_type(ConvertedType.DATE);
                element.setLogicalType(LogicalType.DATE(new DateType()));
            }
            case TIMESTAMP_MICROS -> {
                element.setType(Type.INT64);
                element.setConverted_type(ConvertedType.TIMESTAMP_MICROS);
                element.setLogicalType(
                        LogicalType.TIMESTAMP(new TimestampType(true, TimeUnit.MICROS(new MicroSeconds()))));
            }
            case BINARY -> element.setType(Type.BYTE_ARRAY);
            case STRING, VARIANT, TIMESTAMP_TZ_MICROS -> describeText(element);
            case LIST, MAP, STRUCT -> throw new IllegalStateException("Not a leaf");
        }
    }

    private static void describeText(SchemaElement element) {
        element.setType(Type.BYTE_ARRAY);
        element.setConverted_type(ConvertedType.UTF8);
        element.setLogicalType(LogicalType.STRING(new StringType()));
    }

    private static void describeDecimal(SchemaElement element, ColumnType type) {
        if (type.precision() > MOST_DECIMAL_DIGITS) {
            describeText(element);
            return;
        }
        if (type.precision() > Columns.LONG_DECIMAL_DIGITS) {
            element.setType(Type.FIXED_LEN_BYTE_ARRAY);
            element.setType_length(WIDE_DECIMAL_BYTES);
        } else {
            element.setType(Type.INT64);
        }
        element.setPrecision(type.precision());
        element.setScale(type.scale());
        element.setConverted_type(ConvertedType.DECIMAL);
        element.setLogicalType(LogicalType.DECIMAL(new DecimalType(type.scale(), type.precision())));
    }
}
