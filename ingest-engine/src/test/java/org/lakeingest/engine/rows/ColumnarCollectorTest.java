package org.lakeingest.engine.rows;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.lakeingest.api.BytesColumn;
import org.lakeingest.api.ColumnType;
import org.lakeingest.api.ColumnType.Kind;
import org.lakeingest.api.ErrorCode;
import org.lakeingest.api.ErrorKind;
import org.lakeingest.api.IngestException;
import org.lakeingest.api.RecordBatch;
import org.lakeingest.api.RowAppender;
import org.lakeingest.api.RowBatch;
import org.lakeingest.api.Schema;
import org.lakeingest.api.Schema.Field;
import org.lakeingest.api.Target;
import org.lakeingest.api.TargetColumns;

final class ColumnarCollectorTest {
    private static final Schema FLAT = new Schema(List.of(
            new Field("id", ColumnType.of(Kind.INT64), false),
            new Field("name", ColumnType.of(Kind.STRING), true),
            new Field("price", ColumnType.of(Kind.FLOAT64), true),
            new Field("paid", ColumnType.of(Kind.BOOLEAN), true),
            new Field("total", ColumnType.decimal(38, 2), true)));

    private final List<String> rejects = new ArrayList<>();
    private final ColumnarCollector collector = new ColumnarCollector(
            (origin, index, reason) -> rejects.add(origin.offset(index) + " " + reason.getMessage()));

    @Test
    void whatIsKnownOfTheTargetIsPassedOn() {
        RecordBatch records = new NumberedRecords(2, 100);
        TargetColumns known = new TargetColumns(FLAT, Set.of("id"), true, false);
        ColumnarCollector knowing = new ColumnarCollector(
                (origin, index, reason) -> {},
                (stream, target) -> stream.equals(records.partition().stream()) && target.equals(Target.DEFAULT)
                        ? Optional.of(known)
                        : Optional.empty());
        knowing.begin(records);
        collector.begin(records);

        assertThat(knowing.columnsOf(Target.DEFAULT)).containsSame(known);
        assertThat(knowing.columnsOf(new Target("elsewhere"))).isEmpty();
        assertThat(collector.columnsOf(Target.DEFAULT)).isEmpty();
    }

    @Test
    void keepsEveryKindOfValueAndWhatIsUnsetIsNull() {
        collector.begin(new NumberedRecords(2, 100));
        RowAppender rows = collector.appender(Target.DEFAULT, FLAT);
        rows.beginRow(0);
        rows.setLong(0, Long.MIN_VALUE);
        rows.setBytes(1, bytes("xxgrünxx"), 2, 5);
        rows.setDouble(2, -0.5);
        rows.setBoolean(3, true);
        rows.setBytes(4, new byte[] {1, 2}, 0, 2);
        rows.endRow();
        rows.beginRow(1);
        rows.setNull(1);
        rows.setLong(0, 7);
        rows.endRow();

        RowBatch batch = only(collector.finish());
        assertThat(batch.rowCount()).isEqualTo(2);
        assertThat(batch.column(0).getLong(0)).isEqualTo(Long.MIN_VALUE);
        assertThat(text(batch.column(1), 0)).isEqualTo("grün");
        assertThat(batch.column(2).getDouble(0)).isEqualTo(-0.5);
        assertThat(batch.column(3).getBoolean(0)).isTrue();
        assertThat(batch.column(4).bytes().length(0)).isEqualTo(2);
        assertThat(batch.column(0).getLong(1)).isEqualTo(7);
        for (int column = 1; column < 5; column++) {
            assertThat(batch.column(column).isNull(0)).isFalse();
            assertThat(batch.column(column).isNull(1)).isTrue();
        }
    }

    @Test
    void discardedRowLeavesNothingBehind() {
        Schema nested =
                new Schema(List.of(new Field("tags", ColumnType.list(string("element")), true), string("name")));
        collector.begin(new NumberedRecords(3, 0));
        RowAppender rows = collector.appender(Target.DEFAULT, nested);
        appendTags(rows, 0, "a", "b");
        rows.beginRow(1);
        rows.beginNested(0);
        rows.setBytes(0, bytes("lost"), 0, 4);
        rows.setNull(0);
        rows.discardRow();
        appendTags(rows, 2, "c");

        RowBatch batch = only(collector.finish());
        assertThat(tags(batch, 0)).containsExactly("a", "b");
        assertThat(tags(batch, 1)).containsExactly("c");
        assertThat(batch.originIndex(1)).isEqualTo(2);
    }

    @Test
    void nestsListsInMapsInStructsAsDeepAsTheSchema() {
        Field tags = new Field("tags", ColumnType.list(string("element")), true);
        Field point = new Field("point", ColumnType.struct(List.of(tags, string("label"))), true);
        Field byName =
                new Field("byName", ColumnType.map(new Field("key", ColumnType.of(Kind.STRING), false), point), true);
        collector.begin(new NumberedRecords(2, 0));
        RowAppender rows = collector.appender(Target.DEFAULT, new Schema(List.of(byName)));
        rows.beginRow(0);
        rows.beginNested(0);
        rows.setBytes(0, bytes("first"), 0, 5);
        rows.setBytes(0, bytes("second"), 0, 6);
        rows.beginNested(1);
        rows.beginNested(0);
        rows.setBytes(0, bytes("x"), 0, 1);
        rows.setNull(0);
        rows.endNested();
        rows.endNested();
        rows.endNested();
        rows.endRow();
        rows.beginRow(1);
        rows.endRow();

        RowBatch.Column map = only(collector.finish()).column(0);
        assertThat(map.isNull(0)).isFalse();
        assertThat(map.isNull(1)).isTrue();
        assertThat(map.childStart(1)).isEqualTo(2);
        assertThat(map.childStart(2)).isEqualTo(2);
        RowBatch.Column points = map.children().get(1);
        assertThat(points.isNull(0))
                .as("a key without a value has a null value")
                .isTrue();
        assertThat(points.isNull(1)).isFalse();
        RowBatch.Column list = points.children().get(0);
        assertThat(list.childStart(2) - list.childStart(1)).isEqualTo(2);
        assertThat(text(list.children().get(0), 0)).isEqualTo("x");
        assertThat(list.children().get(0).isNull(1)).isTrue();
        assertThat(points.children().get(1).isNull(1)).isTrue();
    }

    @Test
    void eachTargetAndSchemaGetsABatchOfItsOwnHoweverTheyAlternate() {
        Schema equalSchema = new Schema(List.copyOf(FLAT.fields()));
        Schema other = new Schema(List.of(string("only")));
        Target audit = new Target("audit");
        collector.begin(new NumberedRecords(6, 0));
        for (int i = 0; i < 6; i += 3) {
            appendId(collector.appender(Target.DEFAULT, i == 0 ? FLAT : equalSchema), i);
            appendId(collector.appender(audit, FLAT), i + 1);
            RowAppender third = collector.appender(Target.DEFAULT, other);
            third.beginRow(i + 2);
            third.endRow();
        }

        List<ColumnarRowBatch> batches = collector.finish();
        assertThat(batches).hasSize(3).allMatch(batch -> batch.rowCount() == 2);
        assertThat(batches.get(0).schema()).isSameAs(FLAT);
        assertThat(batches.get(1).target()).isEqualTo(audit);
        assertThat(batches.get(2).originIndex(1)).isEqualTo(5);
    }

    @Test
    void nextBatchSharesNothingWithTheOneBefore() {
        RowBatch first = ids(0, 1, 2);
        RowBatch second = ids(7, 8);

        assertThat(first.rowCount()).isEqualTo(3);
        assertThat(first.column(0).getLong(0)).isEqualTo(0);
        assertThat(second.column(0).getLong(0)).isEqualTo(7);
    }

    @Test
    void callThatThrewHalfWayIsForgottenByTheNext() {
        collector.begin(new NumberedRecords(2, 0));
        RowAppender rows = collector.appender(Target.DEFAULT, FLAT);
        appendId(rows, 0);
        rows.beginRow(1);

        assertThatThrownBy(collector::finish).hasMessageContaining("neither ended nor discarded");
        assertThat(ids(4).rowCount()).isEqualTo(1);
    }

    @Test
    void rowsOfATransformerKeepTheOriginOfTheirInput() {
        collector.begin(new NumberedRecords(10, 100));
        RowAppender rows = collector.appender(Target.DEFAULT, FLAT);
        appendId(rows, 2);
        appendId(rows, 5);
        RowBatch decoded = only(collector.finish());

        collector.begin(decoded);
        appendId(collector.appender(Target.DEFAULT, FLAT), 1);
        collector.reject(0, new IngestException(Code.BAD, "odd"));
        RowBatch transformed = only(collector.finish());

        assertThat(transformed.originIndex(0)).isEqualTo(5);
        assertThat(transformed.origin()).isSameAs(decoded.origin());
        assertThat(rejects).containsExactly("102 odd");
    }

    @Test
    void refusesWhatIsABugOfTheDecoder() {
        collector.begin(new NumberedRecords(3, 0));
        RowAppender rows = collector.appender(Target.DEFAULT, FLAT);
        assertThatThrownBy(() -> rows.setLong(0, 1)).hasMessageContaining("no row is begun");
        assertThatThrownBy(() -> rows.beginRow(3)).isInstanceOf(IndexOutOfBoundsException.class);
        rows.beginRow(1);
        assertThatThrownBy(() -> rows.beginRow(1)).hasMessageContaining("neither ended nor discarded");
        assertThatThrownBy(() -> rows.setDouble(0, 1)).hasMessageContaining("'id' does not hold a double");
        assertThatThrownBy(() -> rows.beginNested(1)).hasMessageContaining("'name' does not hold nested");
        assertThatThrownBy(rows::endNested).hasMessageContaining("no nested column is open");
        assertThatThrownBy(rows::endRow).hasMessageContaining("'id' is not nullable");
        rows.setLong(0, 1);
        assertThatThrownBy(() -> rows.setLong(0, 2)).hasMessageContaining("'id' is already set");
        rows.endRow();
        assertThatThrownBy(() -> rows.beginRow(0)).hasMessageContaining("follow the order");
        collector.finish();
        assertThatThrownBy(() -> collector.appender(Target.DEFAULT, FLAT)).hasMessageContaining("valid only during");
        assertThatThrownBy(() -> rows.beginRow(0)).isInstanceOf(IndexOutOfBoundsException.class);
    }

    @Test
    void batchSizedByTheOneBeforeKeepsLittleThatIsUnused() {
        Schema payload = new Schema(List.of(string("payload")));
        long size = 0;
        for (int round = 0; round < 2; round++) {
            RecordBatch records = new NumberedRecords(1000, 0);
            collector.begin(records);
            RowAppender rows = collector.appender(Target.DEFAULT, payload);
            for (int i = 0; i < 1000; i++) {
                rows.beginRow(i);
                rows.setBytes(0, new byte[100], 0, 100);
                rows.endRow();
            }
            size = only(collector.finish()).sizeInBytes();
        }
        assertThat(size).isBetween(108_000L, 108_000L * 5 / 4);
    }

    @Test
    void collectorThatYieldedNothingHandsOverNothing() {
        collector.begin(new NumberedRecords(1, 0));
        collector.appender(Target.DEFAULT, FLAT);
        assertThat(collector.finish()).isEmpty();
    }

    private RowBatch ids(int... ids) {
        collector.begin(new NumberedRecords(10, 0));
        for (int id : ids) {
            appendId(collector.appender(Target.DEFAULT, FLAT), id);
        }
        return only(collector.finish());
    }

    private static void appendId(RowAppender rows, int index) {
        rows.beginRow(index);
        rows.setLong(0, index);
        rows.endRow();
    }

    private static void appendTags(RowAppender rows, int index, String... tags) {
        rows.beginRow(index);
        rows.beginNested(0);
        for (String tag : tags) {
            rows.setBytes(0, bytes(tag), 0, tag.length());
        }
        rows.endNested();
        rows.endRow();
    }

    private static List<String> tags(RowBatch batch, int row) {
        RowBatch.Column list = batch.column(0);
        List<String> tags = new ArrayList<>();
        for (int i = list.childStart(row); i < list.childStart(row + 1); i++) {
            tags.add(text(list.children().get(0), i));
        }
        return tags;
    }

    private static Field string(String name) {
        return new Field(name, ColumnType.of(Kind.STRING), true);
    }

    private static byte[] bytes(String text) {
        return text.getBytes(UTF_8);
    }

    private static String text(RowBatch.Column column, int row) {
        BytesColumn bytes = column.bytes();
        return new String(bytes.array(row), bytes.arrayOffset(row), bytes.length(row), UTF_8);
    }

    private static ColumnarRowBatch only(List<ColumnarRowBatch> batches) {
        assertThat(batches).hasSize(1);
        return batches.get(0);
    }

    private enum Code implements ErrorCode {
        BAD;

        @Override
        public ErrorKind kind() {
            return ErrorKind.RECORD;
        }
    }
}
