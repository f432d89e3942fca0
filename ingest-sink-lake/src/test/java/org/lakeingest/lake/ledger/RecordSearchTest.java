package org.lakeingest.lake.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.lakeingest.api.ColumnType;
import org.lakeingest.api.ErrorCode;
import org.lakeingest.api.ErrorKind;
import org.lakeingest.api.IngestException;
import org.lakeingest.api.RowBatch;
import org.lakeingest.api.Schema;
import org.lakeingest.api.SourcePartition;
import org.lakeingest.api.WriteBatch;
import org.lakeingest.testkit.RecordBatches;
import org.lakeingest.testkit.RowBatches;
import org.lakeingest.testkit.WriteBatches;

final class RecordSearchTest {
    private static final Schema SCHEMA =
            new Schema(List.of(new Schema.Field("n", ColumnType.of(ColumnType.Kind.INT64), false)));
    private static final long START = 1_000;

    private final RefusingLake lake = new RefusingLake();

    private enum Code implements ErrorCode {
        REFUSED(ErrorKind.RECORD),
        AWAY(ErrorKind.TRANSIENT);

        private final ErrorKind kind;

        Code(ErrorKind kind) {
            this.kind = kind;
        }

        @Override
        public ErrorKind kind() {
            return kind;
        }
    }

    /** Refuses files that hold a row of a bad offset, and remembers what was left behind. */
    private static final class RefusingLake implements LedgerLake {
        final Set<Long> bad = new HashSet<>();
        final Set<ModelFile> staged = new HashSet<>();
        int open;
        int loads;
        boolean away;

        @Override
        public CompletableFuture<List<StagedFile>> stage(List<WriteBatch> batches) {
            List<ModelFile.Row> rows = new ArrayList<>();
            for (WriteBatch batch : batches) {
                for (RowBatch part : batch.rows()) {
                    for (int i = 0; i < part.rowCount(); i++) {
                        long offset = BatchPart.offset(part, i);
                        assertThat(part.column(0).getLong(i)).isEqualTo(offset);
                        rows.add(new ModelFile.Row(batch.partition(), offset, batch.claimEpoch()));
                    }
                }
            }
            ModelFile file = new ModelFile(rows);
            staged.add(file);
            return CompletableFuture.completedFuture(List.of(file));
        }

        @Override
        public void discard(List<StagedFile> files) {
            files.forEach(file -> staged.remove((ModelFile) file));
        }

        @Override
        public CompletableFuture<LedgerTransaction> begin() {
            open++;
            return CompletableFuture.completedFuture(new Trial());
        }

        private final class Trial implements LedgerTransaction {
            @Override
            public CompletableFuture<Long> load(List<StagedFile> files) {
                loads++;
                if (away) {
                    return CompletableFuture.failedFuture(new IngestException(Code.AWAY, "nobody is there"));
                }
                boolean refused = files.stream()
                        .flatMap(file -> ((ModelFile) file).content().stream())
                        .anyMatch(row -> bad.contains(row.offset()));
                return refused
                        ? CompletableFuture.failedFuture(new IngestException(Code.REFUSED, "a value is refused"))
                        : CompletableFuture.completedFuture(0L);
            }

            @Override
            public CompletableFuture<Void> rollback() {
                open--;
                return CompletableFuture.completedFuture(null);
            }

            @Override
            public CompletableFuture<Void> commit() {
                throw new UnsupportedOperationException();
            }

            @Override
            public CompletableFuture<Long> move(
                    List<LedgerMove> moves, Map<String, String> tables, LedgerGuards guards) {
                throw new UnsupportedOperationException();
            }

            @Override
            public CompletableFuture<Void> touch() {
                throw new UnsupportedOperationException();
            }

            @Override
            public CompletableFuture<Set<SourcePartition>> known(Set<SourcePartition> partitions) {
                throw new UnsupportedOperationException();
            }

            @Override
            public CompletableFuture<Void> add(List<LedgerRow> rows) {
                throw new UnsupportedOperationException();
            }
        }

        @Override
        public String ledger() {
            throw new UnsupportedOperationException();
        }

        @Override
        public CompletableFuture<List<LedgerRow>> rows() {
            throw new UnsupportedOperationException();
        }

        @Override
        public CompletableFuture<Void> admit(Set<SourcePartition> partitions) {
            return CompletableFuture.completedFuture(null);
        }

        @Override
        public CompletableFuture<Void> claim(Set<SourcePartition> partitions, String owner) {
            throw new UnsupportedOperationException();
        }

        @Override
        public CompletableFuture<Map<String, String>> ids(Set<String> tables) {
            throw new UnsupportedOperationException();
        }

        @Override
        public CompletableFuture<Boolean> lease(String run, Duration length) {
            throw new UnsupportedOperationException();
        }

        @Override
        public CompletableFuture<Long> segments(String table) {
            throw new UnsupportedOperationException();
        }

        @Override
        public CompletableFuture<Void> compact(String table) {
            throw new UnsupportedOperationException();
        }

        @Override
        public CompletableFuture<Void> purge() {
            throw new UnsupportedOperationException();
        }

        @Override
        public void discardRun(String run) {
            throw new UnsupportedOperationException();
        }
    }

    /** Rows whose value is their offset. */
    private static WriteBatch batch(int count) {
        RowBatches rows = RowBatches.of(SCHEMA).at(new SourcePartition("orders", RecordBatches.INCARNATION, 0), START);
        for (int i = 0; i < count; i++) {
            rows.row(START + i);
        }
        return WriteBatches.of(rows.build());
    }

    private @Nullable IngestException search(int count) {
        return new RecordSearch(lake, batch(count)).find().join();
    }

    @Test
    void theFirstRefusedRecordIsNamedWhereverItIs() {
        for (int count : new int[] {1, 2, 7, 8, 9, 100}) {
            for (int i = 0; i < count; i++) {
                lake.bad.clear();
                lake.bad.add(START + i);
                lake.bad.add(START + count - 1);
                IngestException found = search(count);
                assertThat(found).isNotNull().hasMessageContaining("a value is refused");
                assertThat(found.recordOffset()).isEqualTo(START + i);
                assertThat(found.code()).isEqualTo(Code.REFUSED);
            }
        }
        assertThat(lake.staged).as("files left in the stage").isEmpty();
        assertThat(lake.open).as("transactions left open").isZero();
    }

    @Test
    void aLargeBatchTakesFewSteps() {
        lake.bad.add(START + 12_345);
        assertThat(search(20_000)).isNotNull();
        assertThat(lake.loads).isLessThanOrEqualTo(5 * 8);
    }

    @Test
    void nothingIsNamedWhenThePartsAreTaken() {
        assertThat(search(100)).isNull();
        assertThat(lake.staged).isEmpty();
    }

    @Test
    void aLakeThatIsAwayEndsTheSearch() {
        lake.away = true;
        assertThatThrownBy(() -> search(100)).hasCauseInstanceOf(IngestException.class);
        assertThat(lake.staged).isEmpty();
        assertThat(lake.open).isZero();
    }
}
