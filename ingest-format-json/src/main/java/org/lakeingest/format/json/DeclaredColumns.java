package org.lakeingest.format.json;

import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.base.ParserBase;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.lakeingest.api.BytesColumn;
import org.lakeingest.api.ColumnType;
import org.lakeingest.api.IngestException;
import org.lakeingest.api.PluginContext;
import org.lakeingest.api.RowAppender;
import org.lakeingest.api.Schema;
import org.lakeingest.format.json.JsonDecoderConfig.UnknownFieldPolicy;

/** Reads the fields of a document into the columns that the configuration declares. */
final class DeclaredColumns implements RowReader {
    private final Schema schema;
    private final StructFields fields;
    private final UnknownFields unknown;
    private final SourceText text;
    private final DocumentWalker walker;
    private final JsonDecoderConfig config;

    DeclaredColumns(JsonDecoderConfig config, DocumentWalker walker, PayloadWindow window, PluginContext context) {
        this.config = config;
        this.walker = walker;
        this.text = new SourceText(window);
        this.unknown = new UnknownFields(
                config.unknownFields() == UnknownFieldPolicy.REJECT,
                context.metrics()
                        .counter("unknown.fields", "Fields of documents that are no columns, and were left out."));
        this.schema = ColumnText.schema(config.columns());
        this.fields = fieldsOf(schema.fields(), "");
    }

    private StructFields fieldsOf(List<Schema.Field> declared, String prefix) {
        ValueReader[] readers = new ValueReader[declared.size()];
        for (int i = 0; i < readers.length; i++) {
            Schema.Field field = declared.get(i);
            readers[i] = readerOf(field.type(), prefix + field.name(), field.nullable());
        }
        return new StructFields(new FieldIndex(declared), readers, unknown);
    }

    private ValueReader readerOf(ColumnType type, String path, boolean nullable) {
        return switch (type.kind()) {
            case BOOLEAN -> new ScalarReaders.Booleans(path, nullable);
            case INT64, UINT64 -> new ScalarReaders.Integers(path, nullable, type.kind() == ColumnType.Kind.UINT64);
            case FLOAT32, FLOAT64 -> new ScalarReaders.Floats(path, nullable, type.kind() == ColumnType.Kind.FLOAT32);
            case DECIMAL -> new DecimalReader(path, nullable, type.precision(), type.scale());
            case DATE -> new TimeReaders.Dates(path, nullable);
            case TIMESTAMP_MICROS, TIMESTAMP_TZ_MICROS ->
                new TimeReaders.Timestamps(path, nullable, config.epochUnit());
            case STRING -> new ScalarReaders.Strings(path, nullable, text);
            case BINARY -> new ScalarReaders.Binaries(path, nullable);
            case VARIANT -> new ScalarReaders.Variants(path, nullable, text, walker);
            case LIST -> new NestedReaders.Lists(path, nullable, childOf(type, 0, path + "[]"));
            case MAP -> new NestedReaders.Maps(path, nullable, childOf(type, 1, path + ".*"), text);
            case STRUCT -> new NestedReaders.Structs(path, nullable, fieldsOf(type.children(), path + "."));
        };
    }

    private ValueReader childOf(ColumnType type, int child, String path) {
        Schema.Field field = type.children().get(child);
        return readerOf(field.type(), path, field.nullable());
    }

    @Override
    public Schema schema() {
        return schema;
    }

    @Override
    public @Nullable IngestException read(ParserBase parser, RowAppender rows, BytesColumn payloads, int index)
            throws IOException {
        if (parser.currentToken() != JsonToken.START_OBJECT) {
            return new IngestException(
                    JsonErrorCode.JSON_WRONG_KIND, "the value is not an object, so it has no fields for the columns");
        }
        return fields.read(parser, rows);
    }

    @Override
    public @Nullable IngestException readEmpty(RowAppender rows) {
        return fields.readNothing();
    }

    @Override
    public void batchDone() {
        unknown.report();
    }
}
