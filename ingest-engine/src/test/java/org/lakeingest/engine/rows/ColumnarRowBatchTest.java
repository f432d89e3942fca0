package org.lakeingest.engine.rows;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.lakeingest.api.ColumnType;
import org.lakeingest.api.ColumnType.Kind;
import org.lakeingest.api.RowAppender;
import org.lakeingest.api.RowBatch;
import org.lakeingest.api.Schema;
import org.lakeingest.api.Schema.Field;
import org.lakeingest.api.Target;

final class ColumnarRowBatchTest {
    private static final Schema SCHEMA = new Schema(List.of(
            new Field("id", ColumnType.of(Kind.INT64), false),
            new Field("blob", ColumnType.of(Kind.BINARY), true),
            new Field("list", ColumnType.list(new Field("element", ColumnType.of(Kind.INT64), true)), true),
            new Field("struct", ColumnType.struct(List.of(new Field("x", ColumnType.of(Kind.INT64), true))), true)));

    /** Records 0, 2, 4, 6, 8 yield one, two, three, one and two rows. */
    private final ColumnarRowBatch batch = batch(0, 2, 2, 4, 4, 4, 6, 8, 8);

    @Test
    void sliceHoldsTheRowsOfItsRecordsAndNoOther() {
        ColumnarRowBatch slice = batch.slice(2, 6);

        assertThat(slice.rowCount()).isEqualTo(5);
        assertThat(slice.originIndex(0)).isEqualTo(2);
        assertThat(slice.column(0).getLong(0)).isEqualTo(1);
        assertThat(slice.column(0).getLong(4)).isEqualTo(5);
        assertThat(slice.column(1).bytes().size()).isEqualTo(5);
        assertThat(slice.column(1).bytes().array(1)[slice.column(1).bytes().arrayOffset(1)])
                .isEqualTo((byte) 2);
        assertThat(slice.column(1).isNull(0)).isFalse();
        RowBatch.Column list = slice.column(2);
        assertThat(list.children().get(0).getLong(list.childStart(4))).isEqualTo(5);
        assertThat(list.childStart(5) - list.childStart(4)).isEqualTo(5);
        assertThat(slice.column(3).children().get(0).getLong(4)).isEqualTo(50);
    }

    @Test
    void rowsOutsideTheSliceCannotBeRead() {
        ColumnarRowBatch slice = batch.slice(2, 3);

        assertThat(slice.rowCount()).isEqualTo(2);
        assertThatThrownBy(() -> slice.column(0).getLong(2)).isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> slice.originIndex(-1)).isInstanceOf(IndexOutOfBoundsException.class);
    }

    @Test
    void everyCutGivesTwoHalvesThatMakeTheWhole() {
        for (int cut = 0; cut <= 10; cut++) {
            assertThat(batch.slice(0, cut).rowCount() + batch.slice(cut, 10).rowCount())
                    .as("cut at %d", cut)
                    .isEqualTo(batch.rowCount());
        }
        assertThat(batch.slice(0, 10)).isSameAs(batch);
        assertThat(batch.slice(3, 3).rowCount()).isZero();
        assertThat(batch.slice(2, 8).slice(0, 4).rowCount()).isEqualTo(2);
    }

    @Test
    void viewKeepsTheWholeBatchAndSaysSo() {
        assertThat(batch.slice(0, 1).sizeInBytes()).isEqualTo(batch.sizeInBytes());
    }

    @Test
    void printsItsShapeAndNoValue() {
        assertThat(batch)
                .hasToString("9 rows of SourcePartition[stream=orders, incarnation=c/t, number=3]"
                        + " for target '', columns [id, blob, list, struct]");
    }

    private static ColumnarRowBatch batch(int... originIndexes) {
        ColumnarCollector collector = new ColumnarCollector((origin, index, reason) -> {});
        collector.begin(new NumberedRecords(10, 0));
        RowAppender rows = collector.appender(Target.DEFAULT, SCHEMA);
        for (int row = 0; row < originIndexes.length; row++) {
            rows.beginRow(originIndexes[row]);
            rows.setLong(0, row);
            rows.setBytes(1, new byte[] {(byte) row}, 0, 1);
            rows.beginNested(2);
            for (int i = 0; i < row; i++) {
                rows.setLong(0, row);
            }
            rows.endNested();
            rows.beginNested(3);
            rows.setLong(0, row * 10L);
            rows.endNested();
            rows.endRow();
        }
        return collector.finish().get(0);
    }
}
