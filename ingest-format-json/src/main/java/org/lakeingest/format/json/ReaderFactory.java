package org.lakeingest.format.json;

import java.util.List;
import org.lakeingest.api.ColumnType;
import org.lakeingest.api.ColumnType.Kind;
import org.lakeingest.api.Schema;
import org.lakeingest.format.json.JsonDecoderConfig.DuplicateNames;
import org.lakeingest.format.json.JsonDecoderConfig.UnknownFieldPolicy;

/** Makes the readers of columns, which belong to one decoder. Confined to one thread. */
final class ReaderFactory {
    /** How strictly values are taken. */
    enum Mode {
        /** As the configuration declares: nothing is converted. */
        DECLARED,
        /** As a target has it that cannot change: whatever turns into the type without a loss. */
        LENIENT,
        /** As a column that can become wider: what JSON can tell apart stays apart. */
        FAITHFUL
    }

    private final JsonDecoderConfig config;
    private final DocumentWalker walker;
    private final SourceText text;
    private final LastValues lastValues;
    private final Counts counts;

    ReaderFactory(
            JsonDecoderConfig config, DocumentWalker walker, SourceText text, LastValues lastValues, Counts counts) {
        this.config = config;
        this.walker = walker;
        this.text = text;
        this.lastValues = lastValues;
        this.counts = counts;
    }

    /** @param path names the field in messages, from the top of the document */
    ValueReader readerOf(ColumnType type, String path, boolean nullable, Mode mode) {
        boolean lenient = mode == Mode.LENIENT;
        Kind kind = type.kind();
        return switch (kind) {
            case BOOLEAN ->
                lenient ? new LenientReaders.Booleans(path, nullable) : new ScalarReaders.Booleans(path, nullable);
            case INT64, UINT64 ->
                lenient
                        ? new LenientReaders.Integers(path, nullable, kind == Kind.UINT64)
                        : new ScalarReaders.Integers(path, nullable, kind == Kind.UINT64);
            case FLOAT32, FLOAT64 -> floats(kind == Kind.FLOAT32, path, nullable, mode);
            case DECIMAL -> decimals(type, path, nullable, mode);
            case DATE -> new TimeReaders.Dates(path, nullable);
            case TIMESTAMP_MICROS, TIMESTAMP_TZ_MICROS -> timestamps(path, nullable, mode);
            case STRING ->
                lenient
                        ? new LenientReaders.Strings(path, nullable, text)
                        : new ScalarReaders.Strings(path, nullable, text);
            case BINARY -> new ScalarReaders.Binaries(path, nullable);
            case VARIANT -> new ScalarReaders.Variants(path, nullable, text, walker, lastValues);
            case LIST -> new NestedReaders.Lists(path, nullable, childOf(type, 0, path + "[]", mode));
            case MAP -> maps(type, path, nullable, mode);
            case STRUCT -> new NestedReaders.Structs(path, nullable, fieldsOf(type.children(), path, mode));
        };
    }

    private static ValueReader floats(boolean single, String path, boolean nullable, Mode mode) {
        if (mode == Mode.LENIENT) {
            return new LenientReaders.Floats(path, nullable, single);
        }
        // Hardly a number is the same as a float; whoever has such a column wants the nearest one.
        return mode == Mode.FAITHFUL && !single
                ? new FaithfulReaders.Doubles(path, nullable)
                : new ScalarReaders.Floats(path, nullable, single);
    }

    private static ValueReader decimals(ColumnType type, String path, boolean nullable, Mode mode) {
        return mode == Mode.FAITHFUL && type.scale() == 0
                ? new FaithfulReaders.HugeIntegers(path, nullable, type.precision())
                : new DecimalReader(path, nullable, type.precision(), type.scale());
    }

    private ValueReader timestamps(String path, boolean nullable, Mode mode) {
        return new TimeReaders.Timestamps(
                path,
                nullable,
                new TimeReaders.TimeFormat(config.effectiveEpochUnit(), mode != Mode.DECLARED, counts.cutTimestamps));
    }

    private ValueReader maps(ColumnType type, String path, boolean nullable, Mode mode) {
        return type.children().get(0).type().kind() == Kind.STRING
                ? new NestedReaders.Maps(path, nullable, childOf(type, 1, path + ".*", mode), text)
                : new NestedReaders.Unreadable(path, nullable);
    }

    private ValueReader childOf(ColumnType type, int child, String path, Mode mode) {
        Schema.Field field = type.children().get(child);
        return readerOf(field.type(), path, field.nullable(), mode);
    }

    /**
     * Readers of the fields of a struct, or of a row of declared columns.
     *
     * @param path of the struct, or empty
     */
    StructFields fieldsOf(List<Schema.Field> fields, String path, Mode mode) {
        String prefix = path.isEmpty() ? "" : path + ".";
        ValueReader[] readers = new ValueReader[fields.size()];
        for (int i = 0; i < readers.length; i++) {
            Schema.Field field = fields.get(i);
            readers[i] = readerOf(field.type(), prefix + field.name(), field.nullable(), mode);
        }
        return new StructFields(
                new FieldIndex(fields, mode != Mode.DECLARED), readers, unknownFields(nestedPolicy(), path));
    }

    /** A tuple takes no new fields, and a rest is kept of whole documents only. */
    private UnknownFieldPolicy nestedPolicy() {
        return config.unknownFieldPolicy() == UnknownFieldPolicy.ADD
                ? UnknownFieldPolicy.REJECT
                : config.unknownFieldPolicy();
    }

    /** @param inside path of the struct whose unknown fields these are, or empty */
    UnknownFields unknownFields(UnknownFieldPolicy policy, String inside) {
        return new UnknownFields(policy, inside, counts.unknownFields);
    }

    RestObject newRest() {
        return new RestObject(walker, text, lastValues, config.duplicateNames() == DuplicateNames.ALLOW);
    }
}
