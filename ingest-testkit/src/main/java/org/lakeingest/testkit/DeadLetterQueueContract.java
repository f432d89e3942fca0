package org.lakeingest.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.lakeingest.api.DeadLetter;
import org.lakeingest.api.DeadLetterQueue;
import org.lakeingest.api.ErrorCode;
import org.lakeingest.api.ErrorKind;
import org.lakeingest.api.IngestException;
import org.lakeingest.api.RecordBatch;
import org.lakeingest.api.RejectStage;
import org.lakeingest.api.RejectedRecord;

/** What a {@link DeadLetterQueue} owes the engine. Each test uses a queue of its own, and a place of its own is simplest. */
@Timeout(300)
public abstract class DeadLetterQueueContract extends Contract<DeadLetterQueueContract.Trait> {
    /** Each is stood for by the test of the same words. */
    public enum Trait {
        COMPLETION_MEANS_DURABLE,
        KEEPS_BYTES_HEADERS_AND_TIMES,
        KEEPS_WHAT_IS_NULL_APART_FROM_WHAT_IS_EMPTY,
        SAYS_WHERE_AND_WHY,
        TAKES_LETTERS_OF_SEVERAL_PARTITIONS,
        TAKES_A_LETTER_AGAIN,
        SENDS_FROM_MANY_LANES,
        CLASSIFIES_TRANSIENT,
        REFUSES_WRONG_CONFIGURATION,
        CLOSE_COMPLETES_WHAT_IS_OPEN,
        CLOSES_TWICE
    }

    private enum Why implements ErrorCode {
        CONTRACT_REJECTS;

        @Override
        public ErrorKind kind() {
            return ErrorKind.RECORD;
        }
    }

    private final List<DeadLetterQueue> opened = new ArrayList<>();

    /** A new queue that keeps letters in the place of the running test, not yet opened. */
    protected abstract DeadLetterQueue newQueue();

    /** What a reader finds in that place now; letters of a partition in the order in which they were sent. */
    protected abstract List<DeadLetter> readBack();

    /** Makes the next send, and only that, fail with kind TRANSIENT; called before the send. */
    protected void failNext() {
        throw missing("failNext", Trait.CLASSIFIES_TRANSIENT);
    }

    /** A queue that cannot work as configured, for instance with a wrong password. */
    protected DeadLetterQueue misconfiguredQueue() {
        throw missing("misconfiguredQueue", Trait.REFUSES_WRONG_CONFIGURATION);
    }

    /** How long to wait for a stage before a test fails. */
    protected Duration patience() {
        return Duration.ofSeconds(30);
    }

    @AfterEach
    void closeQueues() {
        opened.forEach(DeadLetterQueue::close);
    }

    @Test
    void completionMeansDurable() {
        requires(Trait.COMPLETION_MEANS_DURABLE);
        DeadLetterQueue queue = open();
        await(queue.send(letters(numbered(0, 10, 3))).toCompletableFuture());
        assertThat(readBack()).extracting(DeadLetter::offset).containsExactly(10L, 11L, 12L);
    }

    @Test
    void keepsBytesHeadersAndTimes() {
        requires(Trait.KEEPS_BYTES_HEADERS_AND_TIMES);
        byte[] all = new byte[256];
        for (int i = 0; i < all.length; i++) {
            all[i] = (byte) i;
        }
        RecordBatch batch = RecordBatches.at("orders", 2, 41)
                .record(all, new byte[] {-1, 0, -2})
                .header("trace", new byte[] {0, -128})
                .header("trace", "again")
                .header("", (String) null)
                .timestamp(1_234_567_890_123L)
                .record("key", "value")
                .timestamp(-1)
                .build();
        await(open().send(letters(batch)).toCompletableFuture());
        DeadLetter first = readBack().get(0);
        assertThat(first.key()).isEqualTo(all);
        assertThat(first.value()).containsExactly(-1, 0, -2);
        assertThat(first.headers()).extracting(DeadLetter.Header::name).containsExactly("trace", "trace", "");
        assertThat(first.headers().get(0).value()).containsExactly(0, -128);
        assertThat(first.headers().get(1).value()).isEqualTo("again".getBytes(java.nio.charset.StandardCharsets.UTF_8));
        assertThat(first.headers().get(2).value()).isNull();
        assertThat(first.timestampMillis()).isEqualTo(1_234_567_890_123L);
        assertThat(first.logAppend()).isFalse();
        assertThat(first.isWhole()).isTrue();
        assertThat(readBack().get(1).timestampMillis()).isEqualTo(-1);
    }

    @Test
    void keepsWhatIsNullApartFromWhatIsEmpty() {
        requires(Trait.KEEPS_WHAT_IS_NULL_APART_FROM_WHAT_IS_EMPTY);
        RecordBatch batch = RecordBatches.at("orders", 0, 0)
                .record((byte[]) null, new byte[0])
                .record(new byte[0], null)
                .record((byte[]) null, null)
                .timestampsFromLog()
                .build();
        await(open().send(letters(batch)).toCompletableFuture());
        List<DeadLetter> found = readBack();
        assertThat(found.get(0).key()).isNull();
        assertThat(found.get(0).value()).isEmpty();
        assertThat(found.get(1).key()).isEmpty();
        assertThat(found.get(1).value()).isNull();
        assertThat(found.get(2).key()).isNull();
        assertThat(found.get(2).value()).isNull();
        assertThat(found).allMatch(DeadLetter::logAppend).allMatch(DeadLetter::isWhole);
    }

    @Test
    void saysWhereAndWhy() {
        requires(Trait.SAYS_WHERE_AND_WHY);
        RecordBatch batch = numbered(7, 99, 1);
        IngestException reason = new IngestException(Why.CONTRACT_REJECTS, "it is not what it should be");
        await(open().send(List.of(new RejectedRecord(batch, 0, RejectStage.LOAD, 3, reason)))
                .toCompletableFuture());
        DeadLetter letter = readBack().get(0);
        assertThat(letter.partition()).isEqualTo(batch.partition());
        assertThat(letter.offset()).isEqualTo(99);
        assertThat(letter.stage()).isEqualTo("load");
        assertThat(letter.attempt()).isEqualTo(3);
        assertThat(letter.code()).isEqualTo("CONTRACT_REJECTS");
        assertThat(letter.message()).contains("it is not what it should be");
        assertThat(letter.pipeline()).isNotEmpty();
        assertThat(letter.version()).isNotEmpty();
    }

    @Test
    void takesLettersOfSeveralPartitions() {
        requires(Trait.TAKES_LETTERS_OF_SEVERAL_PARTITIONS);
        List<RejectedRecord> both = new ArrayList<>(letters(numbered(0, 5, 2)));
        both.addAll(letters(numbered(1, 3, 2)));
        await(open().send(both).toCompletableFuture());
        assertThat(offsets(0)).containsExactly(5L, 6L);
        assertThat(offsets(1)).containsExactly(3L, 4L);
    }

    @Test
    void takesALetterAgain() {
        requires(Trait.TAKES_A_LETTER_AGAIN);
        DeadLetterQueue queue = open();
        List<RejectedRecord> one = letters(numbered(0, 5, 1));
        await(queue.send(one).toCompletableFuture());
        await(queue.send(one).toCompletableFuture());
        assertThat(offsets(0)).isNotEmpty().containsOnly(5L);
    }

    @Test
    void sendsFromManyLanes() throws Exception {
        requires(Trait.SENDS_FROM_MANY_LANES);
        DeadLetterQueue queue = open();
        ExecutorService lanes = Executors.newFixedThreadPool(4);
        try {
            List<Future<?>> done = new ArrayList<>();
            for (int lane = 0; lane < 4; lane++) {
                int partition = lane;
                done.add(lanes.submit(() -> {
                    List<CompletableFuture<Void>> sends = new ArrayList<>();
                    for (int i = 0; i < 5; i++) {
                        sends.add(queue.send(letters(numbered(partition, i * 10L, 2)))
                                .toCompletableFuture());
                    }
                    sends.forEach(this::await);
                }));
            }
            for (Future<?> each : done) {
                each.get(patience().toMillis() * 5, TimeUnit.MILLISECONDS);
            }
        } finally {
            lanes.shutdownNow();
        }
        for (int partition = 0; partition < 4; partition++) {
            assertThat(offsets(partition)).containsExactlyInAnyOrder(0L, 1L, 10L, 11L, 20L, 21L, 30L, 31L, 40L, 41L);
        }
    }

    @Test
    void classifiesTransient() {
        requires(Trait.CLASSIFIES_TRANSIENT);
        DeadLetterQueue queue = open();
        failNext();
        List<RejectedRecord> letters = letters(numbered(0, 5, 2));
        CompletableFuture<Void> failed = queue.send(letters).toCompletableFuture();
        assertThatThrownBy(() -> await(failed))
                .hasCauseInstanceOf(IngestException.class)
                .cause()
                .extracting(e -> ((IngestException) e).code().kind().isRetried())
                .isEqualTo(true);
        await(queue.send(letters).toCompletableFuture());
        assertThat(offsets(0)).contains(5L, 6L);
    }

    @Test
    void refusesWrongConfiguration() {
        requires(Trait.REFUSES_WRONG_CONFIGURATION);
        DeadLetterQueue wrong = misconfiguredQueue();
        opened.add(wrong);
        assertThatThrownBy(wrong::open)
                .isInstanceOf(IngestException.class)
                .extracting(e -> ((IngestException) e).code().kind())
                .isEqualTo(ErrorKind.CONFIGURATION);
    }

    @Test
    void closeCompletesWhatIsOpen() {
        requires(Trait.CLOSE_COMPLETES_WHAT_IS_OPEN);
        DeadLetterQueue queue = open();
        List<CompletableFuture<Void>> sends = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            sends.add(queue.send(letters(numbered(0, i, 1))).toCompletableFuture());
        }
        queue.close();
        List<Long> durable = new ArrayList<>();
        for (int i = 0; i < sends.size(); i++) {
            CompletableFuture<Void> send = sends.get(i);
            assertThat(send.handle((nothing, thrown) -> true)).succeedsWithin(patience());
            if (!send.isCompletedExceptionally()) {
                durable.add((long) i);
            }
        }
        assertThat(offsets(0)).containsAll(durable);
    }

    @Test
    void closesTwice() {
        requires(Trait.CLOSES_TWICE);
        DeadLetterQueue queue = open();
        await(queue.send(letters(numbered(0, 0, 1))).toCompletableFuture());
        queue.close();
        queue.close();
        assertThat(offsets(0)).containsExactly(0L);
    }

    private DeadLetterQueue open() {
        DeadLetterQueue queue = newQueue();
        opened.add(queue);
        queue.open();
        return queue;
    }

    /** Throws a {@link CompletionException} as the stage does. */
    private void await(CompletableFuture<Void> sent) {
        assertThat(sent.handle((nothing, thrown) -> true)).succeedsWithin(patience());
        sent.join();
    }

    private List<Long> offsets(int partition) {
        return readBack().stream()
                .filter(letter -> letter.partition().number() == partition)
                .map(DeadLetter::offset)
                .toList();
    }

    private static RecordBatch numbered(int partition, long offset, int records) {
        RecordBatches batch = RecordBatches.at("orders", partition, offset);
        for (int i = 0; i < records; i++) {
            batch.record("key " + (offset + i), "value " + (offset + i));
        }
        return batch.build();
    }

    private static List<RejectedRecord> letters(RecordBatch batch) {
        RejectedRecord[] all = new RejectedRecord[batch.size()];
        Arrays.setAll(
                all,
                index -> new RejectedRecord(
                        batch, index, RejectStage.DECODE, 1, new IngestException(Why.CONTRACT_REJECTS, "by contract")));
        return List.of(all);
    }
}
