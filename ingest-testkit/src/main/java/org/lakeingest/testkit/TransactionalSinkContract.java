package org.lakeingest.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.lakeingest.api.Claim;
import org.lakeingest.api.ErrorKind;
import org.lakeingest.api.IngestException;
import org.lakeingest.api.Membership;
import org.lakeingest.api.OffsetRange;
import org.lakeingest.api.Schema;
import org.lakeingest.api.SourcePartition;
import org.lakeingest.api.TransactionalSink;
import org.lakeingest.api.TransactionalWriter;
import org.lakeingest.api.WriteBatch;
import org.lakeingest.api.WriterContext;

/**
 * What a {@link TransactionalSink} owes the engine beyond a sink. Rows are known by number: row <i>n</i> comes from a record at
 * offset <i>n</i>. Every sink that a test makes stands for a process of its own of one pipeline, with one target.
 */
@Timeout(300)
public abstract class TransactionalSinkContract extends Contract<TransactionalSinkContract.Trait> {
    /** Each is stood for by the test of the same words. */
    public enum Trait {
        HAS_NO_POSITION_BEFORE_THE_FIRST_BATCH,
        POSITIONS_AND_ROWS_MOVE_TOGETHER,
        BATCHES_WITHOUT_ROWS_MOVE_THE_POSITION,
        CLAIMS_GIVE_GROWING_EPOCHS,
        REFUSES_A_STALE_WRITER,
        REFUSES_A_STALE_CLAIM_OF_THE_SAME_WRITER,
        REFUSES_WHAT_DOES_NOT_START_AT_THE_POSITION,
        ONE_FENCED_PARTITION_DOES_NOT_FAIL_ITS_NEIGHBOUR,
        GOES_ON_AFTER_A_CRASH,
        CLAIMS_AT_THE_SAME_TIME_LEAVE_ONE_OWNER,
        A_STREAM_CREATED_ANEW_STARTS_AT_ITS_BEGINNING,
        WRITES_AGAIN_WHAT_HAS_NO_OUTCOME_ONCE,
        ANSWERS_WHAT_WAS_RELEASED
    }

    private final List<TransactionalSink> opened = new ArrayList<>();

    /** A new sink of the running test's pipeline, not yet opened. */
    protected abstract TransactionalSink newSink();

    /** Of the rows written. */
    protected abstract Schema schema();

    /** Row {@code number}, in the values of {@link RowValues}. */
    protected abstract List<@Nullable Object> row(int number);

    /** The numbers of the rows that a reader of the target sees now, in any order; a row that is there twice, twice. */
    protected abstract List<Integer> visibleRows();

    /** Makes the answer to the next commit get lost, for good; called before the write. */
    protected void loseNextCommit() {
        throw missing("loseNextCommit", Trait.WRITES_AGAIN_WHAT_HAS_NO_OUTCOME_ONCE);
    }

    /** How long to wait for an outcome before a test fails. */
    protected Duration patience() {
        return Duration.ofSeconds(60);
    }

    @AfterEach
    void closeSinks() {
        opened.forEach(TransactionalSink::close);
    }

    /** A process, its claims, and what it reads under them. */
    private final class Owner {
        final TransactionalWriter writer;
        final Map<SourcePartition, Claim> claims = new HashMap<>();

        Owner() {
            TransactionalSink sink = newSink();
            opened.add(sink);
            sink.open();
            writer = sink.openWriter(new Context());
        }

        /** Claims until it succeeds, as the engine does. */
        Owner claim(int... partitions) {
            Set<SourcePartition> wanted = new HashSet<>();
            for (int number : partitions) {
                wanted.add(partition(number));
            }
            claims.putAll(claimed(wanted).join());
            return this;
        }

        CompletableFuture<Map<SourcePartition, Claim>> claimed(Set<SourcePartition> wanted) {
            return writer.claim(wanted).toCompletableFuture();
        }

        OptionalLong position(int partition) {
            return claim(partition(partition)).position();
        }

        Claim claim(SourcePartition partition) {
            Claim claim = claims.get(partition);
            assertThat(claim).as("claim of %s", partition).isNotNull();
            return Objects.requireNonNull(claim);
        }

        WriteBatch batch(int partition, int start, int end) {
            RowBatches rows = RowBatches.of(schema()).at(partition(partition), start);
            for (int number = start; number < end; number++) {
                rows.row(row(number).toArray());
            }
            return WriteBatches.under(claim(partition(partition)).epoch(), WriteBatches.of(rows.build()));
        }

        WriteOutcomes write(WriteBatch... batches) {
            WriteOutcomes outcomes = new WriteOutcomes();
            writer.write(List.of(batches), outcomes);
            return outcomes.await(List.of(batches), patience());
        }

        void writeDurably(WriteBatch... batches) {
            write(batches).allDurable(List.of(batches));
        }

        void writeFenced(WriteBatch batch) {
            IngestException reason = write(batch).failure(batch);
            assertThat(reason).as("refusal of %s", batch).isNotNull();
            assertThat(Objects.requireNonNull(reason).code().kind()).isEqualTo(ErrorKind.FENCED);
        }
    }

    private static SourcePartition partition(int number) {
        return new SourcePartition("contract", RecordBatches.INCARNATION, number);
    }

    private void assertRows(int end) {
        assertThat(visibleRows())
                .containsExactlyInAnyOrder(IntStream.range(0, end).boxed().toArray(Integer[]::new));
    }

    @Test
    void hasNoPositionBeforeTheFirstBatch() {
        requires(Trait.HAS_NO_POSITION_BEFORE_THE_FIRST_BATCH);
        Owner first = new Owner().claim(0, 1);
        assertThat(first.position(0)).isEmpty();
        assertThat(new Owner().claim(1, 0).position(0)).isEmpty();
        assertThat(first.claims).hasSize(2);
    }

    @Test
    void positionsAndRowsMoveTogether() {
        requires(Trait.POSITIONS_AND_ROWS_MOVE_TOGETHER);
        Owner first = new Owner().claim(0, 1);
        first.writeDurably(first.batch(0, 0, 3), first.batch(1, 100, 102));
        first.writeDurably(first.batch(0, 3, 5));
        Owner second = new Owner().claim(0, 1);
        assertThat(second.position(0)).hasValue(5);
        assertThat(second.position(1)).hasValue(102);
        assertThat(visibleRows()).containsExactlyInAnyOrder(0, 1, 2, 3, 4, 100, 101);
    }

    @Test
    void batchesWithoutRowsMoveThePosition() {
        requires(Trait.BATCHES_WITHOUT_ROWS_MOVE_THE_POSITION);
        Owner first = new Owner().claim(0);
        long epoch = first.claim(partition(0)).epoch();
        first.writeDurably(WriteBatches.under(epoch, WriteBatches.empty(partition(0), new OffsetRange(0, 7))));
        assertThat(new Owner().claim(0).position(0)).hasValue(7);
        assertThat(visibleRows()).isEmpty();
    }

    @Test
    void claimsGiveGrowingEpochs() {
        requires(Trait.CLAIMS_GIVE_GROWING_EPOCHS);
        long before = 0;
        for (int i = 0; i < 3; i++) {
            long epoch = new Owner().claim(0).claim(partition(0)).epoch();
            assertThat(epoch).isGreaterThan(before);
            before = epoch;
        }
    }

    @Test
    void refusesAStaleWriter() {
        requires(Trait.REFUSES_A_STALE_WRITER);
        Owner first = new Owner().claim(0);
        first.writeDurably(first.batch(0, 0, 3));
        Owner second = new Owner().claim(0);
        first.writeFenced(first.batch(0, 3, 6));
        assertRows(3);
        second.writeDurably(second.batch(0, 3, 5));
        first.writeFenced(first.batch(0, 5, 6));
        assertRows(5);
    }

    @Test
    void refusesAStaleClaimOfTheSameWriter() {
        requires(Trait.REFUSES_A_STALE_CLAIM_OF_THE_SAME_WRITER);
        Owner first = new Owner().claim(0);
        WriteBatch stale = first.batch(0, 0, 3);
        first.claim(0);
        first.writeFenced(stale);
        first.writeDurably(first.batch(0, 0, 2));
        assertRows(2);
    }

    @Test
    void refusesWhatDoesNotStartAtThePosition() {
        requires(Trait.REFUSES_WHAT_DOES_NOT_START_AT_THE_POSITION);
        Owner first = new Owner().claim(0);
        first.writeDurably(first.batch(0, 0, 3));
        first.writeFenced(first.batch(0, 4, 6));
        first.writeDurably(first.batch(0, 3, 5));
        assertRows(5);
    }

    @Test
    void oneFencedPartitionDoesNotFailItsNeighbour() {
        requires(Trait.ONE_FENCED_PARTITION_DOES_NOT_FAIL_ITS_NEIGHBOUR);
        Owner first = new Owner().claim(0, 1);
        new Owner().claim(0);
        WriteBatch fenced = first.batch(0, 100, 103);
        WriteBatch free = first.batch(1, 0, 2);
        WriteOutcomes outcomes = first.write(fenced, free);
        outcomes.allDurable(List.of(free));
        assertThat(Objects.requireNonNull(outcomes.failure(fenced)).code().kind())
                .isEqualTo(ErrorKind.FENCED);
        assertRows(2);
    }

    @Test
    void goesOnAfterACrash() {
        requires(Trait.GOES_ON_AFTER_A_CRASH);
        int at = 0;
        for (int life = 0; life < 3; life++) {
            Owner process = new Owner().claim(0);
            assertThat(process.position(0).orElse(0)).isEqualTo(at);
            process.writeDurably(process.batch(0, at, at + 2), process.batch(0, at + 2, at + 3));
            at += 3;
        }
        assertRows(9);
    }

    @Test
    void claimsAtTheSameTimeLeaveOneOwner() {
        requires(Trait.CLAIMS_AT_THE_SAME_TIME_LEAVE_ONE_OWNER);
        List<Owner> processes = List.of(new Owner(), new Owner(), new Owner());
        List<CompletableFuture<Map<SourcePartition, Claim>>> asked = processes.stream()
                .map(process -> process.claimed(Set.of(partition(0), partition(1))))
                .toList();
        for (int i = 0; i < processes.size(); i++) {
            try {
                processes.get(i).claims.putAll(asked.get(i).join());
            } catch (CompletionException e) {
                assertThat(e.getCause())
                        .isInstanceOfSatisfying(
                                IngestException.class,
                                reason -> assertThat(reason.code().kind()).isIn(ErrorKind.FENCED, ErrorKind.TRANSIENT));
            }
        }
        int durable = 0;
        for (Owner process : processes) {
            if (!process.claims.isEmpty()) {
                WriteBatch batch = process.batch(0, 0, 2);
                durable += process.write(batch).failure(batch) == null ? 1 : 0;
            }
        }
        assertThat(durable).isLessThanOrEqualTo(1);
        assertRows(2 * durable);
        assertThat(new Owner().claim(0, 1).position(0).orElse(0)).isEqualTo(2L * durable);
    }

    @Test
    void aStreamCreatedAnewStartsAtItsBeginning() {
        requires(Trait.A_STREAM_CREATED_ANEW_STARTS_AT_ITS_BEGINNING);
        Owner first = new Owner().claim(0);
        first.writeDurably(first.batch(0, 0, 3));
        SourcePartition anew = new SourcePartition("contract", "another", 0);
        Map<SourcePartition, Claim> claims = new Owner().claimed(Set.of(anew)).join();
        assertThat(Objects.requireNonNull(claims.get(anew)).position()).hasValue(0);
    }

    @Test
    void writesAgainWhatHasNoOutcomeOnce() {
        requires(Trait.WRITES_AGAIN_WHAT_HAS_NO_OUTCOME_ONCE);
        Owner first = new Owner().claim(0);
        first.writeDurably(first.batch(0, 0, 2));
        WriteBatch batch = first.batch(0, 2, 5);
        loseNextCommit();
        IngestException reason = first.write(batch).failure(batch);
        if (reason != null) {
            assertThat(reason.code().kind()).isIn(ErrorKind.INDETERMINATE, ErrorKind.TRANSIENT);
            first.writeDurably(batch);
        }
        first.writeDurably(first.batch(0, 5, 6));
        assertRows(6);
    }

    @Test
    void answersWhatWasReleased() {
        requires(Trait.ANSWERS_WHAT_WAS_RELEASED);
        Owner first = new Owner().claim(0);
        WriteBatch batch = first.batch(0, 0, 2);
        WriteOutcomes outcomes = new WriteOutcomes();
        first.writer.write(List.of(batch), outcomes);
        first.writer.release(Set.of(partition(0)));
        first.writer.release(Set.of(partition(0)));
        outcomes.await(List.of(batch), patience()).noneTwice();
        int written = outcomes.failure(batch) == null ? 2 : 0;
        Owner second = new Owner().claim(0);
        second.writeDurably(second.batch(0, written, 4));
        assertRows(4);
    }

    private record Context() implements WriterContext {
        @Override
        public int worker() {
            return 0;
        }

        @Override
        public Membership membership() {
            return new Membership() {};
        }
    }
}
