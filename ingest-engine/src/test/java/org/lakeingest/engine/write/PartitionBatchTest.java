package org.lakeingest.engine.write;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.lakeingest.api.IngestException;
import org.lakeingest.api.OffsetRange;
import org.lakeingest.api.RejectStage;
import org.lakeingest.api.RejectedRecord;
import org.lakeingest.api.SourcePartition;
import org.lakeingest.engine.EngineErrorCode;
import org.lakeingest.engine.progress.InFlightRange;
import org.lakeingest.engine.progress.InFlightTracker;
import org.lakeingest.engine.progress.Lease;
import org.lakeingest.engine.rows.NumberedRecords;
import org.lakeingest.engine.rows.NumberedRows;

/** How a batch is cut: which ranges, rows and letters are on which side. */
class PartitionBatchTest {
    private final InFlightTracker tracker = new InFlightTracker((range, bytes) -> {});
    private final Lease lease = tracker.assign(new SourcePartition("orders", "cluster/topic", 0), 0);
    private final List<InFlightRange> parts =
            Stream.of(0L, 10L, 20L).map(this::open).toList();

    /** Three ranges of ten; the first gave rows from 0 to 7, the third all, and letters at 9, 15 and 19. */
    private final PartitionBatch batch = PartitionBatch.of(
            "test",
            lease,
            new OffsetRange(0, 30),
            parts,
            List.of(NumberedRows.of(0, 8), NumberedRows.of(20, 10)),
            List.of(letter(9), letter(15), letter(19)));

    private InFlightRange open(long start) {
        return tracker.open(lease, new OffsetRange(start, start + 10), 0, 0);
    }

    private static IngestException reason() {
        return new IngestException(EngineErrorCode.COMPONENT_BUG, "scripted");
    }

    private static RejectedRecord letter(long offset) {
        return new RejectedRecord(new NumberedRecords(1, offset), 0, RejectStage.DECODE, 1, reason());
    }

    private static List<Long> letters(PartitionBatch of) {
        return of.rejected().stream().map(RejectedRecord::offset).toList();
    }

    @Test
    void itsSizeIsThatOfItsRows() {
        assertThat(batch.rowCount()).isEqualTo(18);
        assertThat(batch.sizeInBytes())
                .isPositive()
                .isEqualTo(NumberedRows.of(0, 8).sizeInBytes()
                        + NumberedRows.of(20, 10).sizeInBytes());
        assertThat(batch.firstRowOffset()).isZero();
        assertThat(batch.lastRowOffset()).isEqualTo(29);
        assertThat(batch).hasToString("orders-0 [0, 30), 18 rows");
    }

    @Test
    void aCutBetweenRangesDividesNoneOfThem() {
        assertThat(batch.straddling(10)).isEmpty();
        assertThat(batch.straddling(0)).isEmpty();
        assertThat(batch.straddling(30)).isEmpty();
        assertThat(batch.before(10).parts()).containsExactly(parts.get(0));
        assertThat(batch.from(10).parts()).containsExactly(parts.get(1), parts.get(2));
        assertThat(batch.before(10).range()).isEqualTo(new OffsetRange(0, 10));
        assertThat(batch.from(10).range()).isEqualTo(new OffsetRange(10, 30));
    }

    @Test
    void aCutInsideARangeLeavesAPartOfItOnBothSides() {
        for (long position : new long[] {11, 15, 19}) {
            assertThat(batch.straddling(position)).containsExactly(parts.get(1));
            assertThat(batch.before(position).parts()).containsExactly(parts.get(0), parts.get(1));
            assertThat(batch.from(position).parts()).containsExactly(parts.get(1), parts.get(2));
        }
        assertThat(batch.straddling(25)).containsExactly(parts.get(2));
    }

    @Test
    void rowsAndLettersStayOnTheirSideOfACut() {
        assertThat(batch.before(15).rowCount()).isEqualTo(8);
        assertThat(batch.from(15).rowCount()).isEqualTo(10);
        assertThat(letters(batch.before(15))).containsExactly(9L);
        assertThat(letters(batch.from(15))).containsExactly(15L, 19L);
        assertThat(batch.before(4).rowCount() + batch.from(4).rowCount()).isEqualTo(18);
        assertThat(batch.before(4).rowCount()).isEqualTo(4);
    }

    @Test
    void aRecordIsFoundInTheRangeItWasReadIn() {
        assertThat(batch.holder(0)).isSameAs(parts.get(0));
        assertThat(batch.holder(9)).isSameAs(parts.get(0));
        assertThat(batch.holder(10)).isSameAs(parts.get(1));
        assertThat(batch.holder(29)).isSameAs(parts.get(2));
    }

    @Test
    void onlyRecordsThatGaveRowsHaveSome() {
        assertThat(batch.hasRowsOf(7)).isTrue();
        assertThat(batch.hasRowsOf(8)).isFalse();
        assertThat(batch.hasRowsOf(20)).isTrue();
    }

    @Test
    void whatIsLeftWithoutARecordHasAnotherNameAndALetterInItsPlace() {
        RejectedRecord rejected = batch.reject(0, RejectStage.LOAD, 3, reason());
        assertThat(rejected.offset()).isZero();
        assertThat(rejected.attempt()).isEqualTo(3);
        PartitionBatch left = batch.withoutRecord(0, rejected);
        assertThat(left.range()).isEqualTo(batch.range());
        assertThat(left.rowCount()).isEqualTo(17);
        assertThat(letters(left)).containsExactly(0L, 9L, 15L, 19L);
        assertThat(left.id()).isEqualTo(batch.id() + "-x1");
        assertThat(left.withoutRecord(1, null).id()).isEqualTo(batch.id() + "-x2");
        assertThat(letters(left.withoutLetters())).isEmpty();
        assertThat(left.withoutLetters().id()).isEqualTo(left.id());
        assertThatThrownBy(() -> batch.reject(1, RejectStage.LOAD, 1, reason()))
                .isInstanceOf(IllegalStateException.class);
    }

    @Test
    void itIsWritableUpToTheLimitOfItsLease() {
        lease.limitTo(30);
        assertThat(batch.isWritable()).isTrue();
        lease.limitTo(29);
        assertThat(batch.isWritable()).isFalse();
        assertThat(batch.before(15).isWritable()).isTrue();
        lease.stopWriting();
        assertThat(batch.before(15).isWritable()).isFalse();
    }
}
