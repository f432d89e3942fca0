package org.lakeingest.lake;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;
import org.lakeingest.api.ColumnType;
import org.lakeingest.api.ColumnType.Kind;
import org.lakeingest.api.DeadLetter;
import org.lakeingest.api.RecordBatch;
import org.lakeingest.api.RowBatch;
import org.lakeingest.api.Schema;
import org.lakeingest.api.Target;

/** Dead letters as rows of their table. Immutable. */
final class LetterRows implements RowBatch {
    /** Names as in the raw table where they mean the same. */
    static final Schema SCHEMA = new Schema(List.of(
            field("topic", Kind.STRING, false),
            field("kpartition", Kind.INT64, false),
            field("koffset", Kind.INT64, false),
            field("incarnation", Kind.STRING, false),
            field("record_timestamp", Kind.INT64, false),
            field("timestamp_type", Kind.STRING, false),
            field("record_key", Kind.BINARY, true),
            field("record_value", Kind.BINARY, true),
            field("record_headers", Kind.VARIANT, false),
            field("reject_stage", Kind.STRING, false),
            field("code", Kind.STRING, false),
            field("message", Kind.STRING, false),
            field("attempt", Kind.INT64, false),
            field("pipeline", Kind.STRING, false),
            field("version", Kind.STRING, false),
            field("failed_at", Kind.TIMESTAMP_MICROS, false)));

    static final String LOG_APPEND = "log-append";

    private final List<DeadLetter> letters;
    private final List<Column> columns;
    private final RecordBatch origin;

    /** @param letters at least one */
    LetterRows(List<DeadLetter> letters) {
        this.letters = List.copyOf(letters);
        this.origin = new LetterRecords(this.letters);
        this.columns = List.of(
                text(letter -> letter.partition().stream()),
                number(letter -> letter.partition().number()),
                number(DeadLetter::offset),
                text(letter -> letter.partition().incarnation()),
                number(DeadLetter::timestampMillis),
                text(letter -> letter.logAppend() ? LOG_APPEND : "create"),
                bytes(DeadLetter::key),
                bytes(DeadLetter::value),
                text(letter -> LetterHeaders.write(letter.headers())),
                text(DeadLetter::stage),
                text(DeadLetter::code),
                text(DeadLetter::message),
                number(DeadLetter::attempt),
                text(DeadLetter::pipeline),
                text(DeadLetter::version),
                number(letter -> ChronoUnit.MICROS.between(Instant.EPOCH, letter.failedAt())));
    }

    private static Schema.Field field(String name, Kind kind, boolean nullable) {
        return new Schema.Field(name, ColumnType.of(kind), nullable);
    }

    private Column text(Function<DeadLetter, String> value) {
        return bytes(letter -> value.apply(letter).getBytes(UTF_8));
    }

    private Column bytes(Function<DeadLetter, byte @Nullable []> value) {
        List<byte @Nullable []> values = new ArrayList<>(letters.size());
        letters.forEach(letter -> values.add(value.apply(letter)));
        return new LetterColumn(values, new long[0]);
    }

    private Column number(ToLongFunction<DeadLetter> value) {
        return new LetterColumn(List.of(), letters.stream().mapToLong(value).toArray());
    }

    @Override
    public Target target() {
        return Target.DEFAULT;
    }

    @Override
    public Schema schema() {
        return SCHEMA;
    }

    @Override
    public int rowCount() {
        return letters.size();
    }

    @Override
    public RecordBatch origin() {
        return origin;
    }

    @Override
    public int originIndex(int row) {
        return row;
    }

    @Override
    public Column column(int column) {
        return columns.get(column);
    }

    @Override
    public long sizeInBytes() {
        return origin.sizeInBytes();
    }
}
