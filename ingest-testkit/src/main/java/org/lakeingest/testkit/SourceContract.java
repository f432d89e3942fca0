package org.lakeingest.testkit;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.lakeingest.api.BytesColumn;
import org.lakeingest.api.RecordBatch;
import org.lakeingest.api.Source;
import org.lakeingest.api.SourcePartition;

/**
 * What a {@link Source} owes the engine. Each test has a stream of its own, with {@link #PARTITIONS} empty partitions, and a
 * group of its own without committed positions; the extending class makes both afresh before each test.
 */
@Timeout(300)
public abstract class SourceContract extends Contract<SourceContract.Trait> {
    /** Partitions that the stream of each test has. */
    public static final int PARTITIONS = 2;

    /** Each is stood for by the test of the same words. */
    public enum Trait {
        CALLS_BACK_ONLY_INSIDE_POLL,
        HANDS_PARTITIONS_OVER_PAUSED,
        READS_EVERY_RECORD_IN_CONTIGUOUS_RANGES,
        MOVES_ON_OVER_GAPS,
        CARRIES_THE_WHOLE_RECORD,
        GOES_ON_WHERE_IT_COMMITTED,
        READS_AGAIN_WHAT_IT_DID_NOT_COMMIT,
        LETS_A_LATER_COMMIT_WIN,
        PAUSE_LOSES_NOTHING,
        SEEKS,
        COMMITS_WHAT_A_REVOCATION_ANSWERS,
        COMMITS_WHAT_CLOSING_ANSWERS,
        COMMITS_NOTHING_AFTER_LOSS,
        WAKES_UP,
        KNOWS_ITS_MEMBERSHIP,
        CLOSES_TWICE
    }

    /**
     * A record to be published.
     *
     * @param key may be null
     * @param value may be null, a tombstone
     * @param headers names and values, alternating
     */
    public record Published(@Nullable String key, @Nullable String value, List<String> headers) {
        public static Published of(@Nullable String key, @Nullable String value, String... headers) {
            return new Published(key, value, List.of(headers));
        }
    }

    private final List<SourceDriver> drivers = new ArrayList<>();

    /** A new member of the running test's group, reading its stream from the earliest offset. */
    protected abstract Source newSource();

    /** Appends records to a partition of the running test's stream; they are readable on return. */
    protected abstract void publish(int partition, List<Published> records);

    /** The position that the group of the running test has committed, as someone else sees it. */
    protected abstract OptionalLong committed(int partition);

    /** Makes the next offsets of this partition hold no record: an aborted transaction, for instance. */
    protected void makeGap(int partition) {
        throw missing("makeGap", Trait.MOVES_ON_OVER_GAPS);
    }

    /** Makes this source lose its partitions without being asked, as a member does that was away for too long. */
    protected void loseAssignment(Source source) {
        throw missing("loseAssignment", Trait.COMMITS_NOTHING_AFTER_LOSS);
    }

    /** How long to wait for something before a test fails. */
    protected Duration patience() {
        return Duration.ofSeconds(60);
    }

    @AfterEach
    void closeSources() {
        drivers.forEach(SourceDriver::close);
    }

    @Test
    void callsBackOnlyInsidePoll() {
        requires(Trait.CALLS_BACK_ONLY_INSIDE_POLL);
        publishNumbers(0, 0, 3);
        SourceDriver driver = driver().start();
        assertThat(driver.assigned()).as("assigned before the first poll").isEmpty();
        driver.pollUntil("assignment", () -> driver.owns(PARTITIONS));
        driver.close();
        assertThat(driver.violations()).isEmpty();
        assertThat(driver.revoked()).as("revoked by closing").hasSize(PARTITIONS);
    }

    @Test
    void handsPartitionsOverPaused() {
        requires(Trait.HANDS_PARTITIONS_OVER_PAUSED);
        publishNumbers(0, 0, 3);
        SourceDriver driver = driver();
        driver.leavePaused();
        driver.start().pollUntil("assignment", () -> driver.owns(PARTITIONS));
        driver.pollOn(5);
        assertThat(driver.values(0)).as("read before it was resumed").isEmpty();
        driver.resume(driver.partition(0));
        driver.pollUntil("records after resuming", () -> driver.values(0).size() == 3);
    }

    @Test
    void readsEveryRecordInContiguousRanges() {
        requires(Trait.READS_EVERY_RECORD_IN_CONTIGUOUS_RANGES);
        publishNumbers(0, 0, 50);
        publishNumbers(1, 0, 5);
        SourceDriver driver = started();
        driver.pollUntil(
                "first records",
                () -> driver.values(0).size() >= 50 && driver.values(1).size() >= 5);
        publishNumbers(0, 50, 60);
        driver.pollUntil("later records", () -> driver.values(0).size() >= 60);
        driver.pollOn(2);
        assertThat(driver.violations()).isEmpty();
        assertThat(driver.values(0)).isEqualTo(numbers(0, 60));
        assertThat(driver.values(1)).isEqualTo(numbers(0, 5));
        assertThat(driver.batches(0).get(0).range().start()).isZero();
    }

    @Test
    void movesOnOverGaps() {
        requires(Trait.MOVES_ON_OVER_GAPS);
        publishNumbers(0, 0, 3);
        makeGap(0);
        publishNumbers(0, 3, 5);
        makeGap(0);
        SourceDriver driver = started();
        driver.pollUntil("records behind the gap", () -> driver.values(0).size() >= 5);
        driver.pollUntil("position behind the last gap", () -> endOf(driver) > lastOffset(driver) + 1);
        assertThat(driver.violations()).isEmpty();
        assertThat(driver.values(0)).isEqualTo(numbers(0, 5));
    }

    private static long endOf(SourceDriver driver) {
        return driver.positions().getOrDefault(driver.partition(0), 0L);
    }

    private static long lastOffset(SourceDriver driver) {
        long last = -1;
        for (RecordBatch batch : driver.batches(0)) {
            last = batch.size() == 0 ? last : batch.offset(batch.size() - 1);
        }
        return last;
    }

    @Test
    void carriesTheWholeRecord() {
        requires(Trait.CARRIES_THE_WHOLE_RECORD);
        publish(0, List.of(Published.of(null, "v", "a", "1", "a", "2"), Published.of("k", null), Published.of("", "")));
        SourceDriver driver = started();
        driver.pollUntil("three records", () -> driver.values(0).size() == 3);
        List<String> seen = new ArrayList<>();
        for (RecordBatch batch : driver.batches(0)) {
            for (int i = 0; i < batch.size(); i++) {
                byte[] last = batch.headers(i).last("a");
                seen.add(text(batch.keys(), i) + "=" + text(batch.values(), i) + " "
                        + batch.headers(i).size() + " " + (last == null ? null : new String(last, UTF_8)));
                assertThat(batch.timestampMillis(i)).as("timestamp").isPositive();
                assertThat(batch.sizeInBytes()).as("size").isPositive();
            }
        }
        assertThat(seen).containsExactly("null=v 2 2", "k=null 0 null", "= 0 null");
    }

    @Test
    void goesOnWhereItCommitted() {
        requires(Trait.GOES_ON_WHERE_IT_COMMITTED);
        publishNumbers(0, 0, 10);
        SourceDriver first = started();
        first.pollUntil("records", () -> first.values(0).size() == 10);
        first.nothingIsDurable();
        first.source().commit(Map.of(first.partition(0), 4L));
        first.pollUntil("commit", () -> committed(0).equals(OptionalLong.of(4)));
        first.close();
        SourceDriver second = started();
        second.pollUntil("the rest", () -> second.values(0).size() >= 6);
        assertThat(second.values(0)).isEqualTo(numbers(4, 10));
        assertThat(second.batches(0).get(0).range().start()).isEqualTo(4);
    }

    @Test
    void readsAgainWhatItDidNotCommit() {
        requires(Trait.READS_AGAIN_WHAT_IT_DID_NOT_COMMIT);
        publishNumbers(0, 0, 10);
        SourceDriver first = started();
        first.pollUntil("records", () -> first.values(0).size() == 10);
        first.nothingIsDurable();
        first.close();
        assertThat(committed(0)).as("committed without being asked").isEmpty();
        SourceDriver second = started();
        second.pollUntil("the same records", () -> second.values(0).size() >= 10);
        assertThat(second.values(0)).isEqualTo(numbers(0, 10));
    }

    @Test
    void letsALaterCommitWin() {
        requires(Trait.LETS_A_LATER_COMMIT_WIN);
        publishNumbers(0, 0, 30);
        SourceDriver driver = started();
        driver.pollUntil("records", () -> driver.values(0).size() == 30);
        driver.nothingIsDurable();
        SourcePartition partition = driver.partition(0);
        for (long position = 1; position <= 20; position++) {
            driver.source().commit(Map.of(partition, position));
        }
        driver.close();
        assertThat(committed(0)).hasValue(20);
    }

    @Test
    void pauseLosesNothing() {
        requires(Trait.PAUSE_LOSES_NOTHING);
        publishNumbers(0, 0, 5);
        publishNumbers(1, 0, 5);
        SourceDriver driver = started();
        driver.pollUntil(
                "first records",
                () -> driver.values(0).size() == 5 && driver.values(1).size() == 5);
        SourcePartition paused = driver.partition(0);
        for (int round = 1; round <= 4; round++) {
            int next = 5 * round;
            publishNumbers(0, next, next + 5);
            publishNumbers(1, next, next + 5);
            driver.pause(paused);
            driver.pollUntil("the other partition", () -> driver.values(1).size() >= next + 5);
            driver.resume(paused);
            driver.poll();
        }
        driver.pollUntil("the paused partition", () -> driver.values(0).size() >= 25);
        assertThat(driver.violations()).isEmpty();
        assertThat(driver.values(0)).isEqualTo(numbers(0, 25));
        assertThat(driver.values(1)).isEqualTo(numbers(0, 25));
    }

    @Test
    void seeks() {
        requires(Trait.SEEKS);
        publishNumbers(0, 0, 10);
        SourceDriver driver = started();
        driver.pollUntil("records", () -> driver.values(0).size() == 10);
        driver.seek(driver.partition(0), 7);
        driver.pollUntil("records read again", () -> driver.values(0).size() >= 13);
        List<@Nullable String> expected = numbers(0, 10);
        expected.addAll(numbers(7, 10));
        assertThat(driver.values(0)).isEqualTo(expected);
        assertThat(driver.violations()).isEmpty();
    }

    @Test
    void commitsWhatARevocationAnswers() {
        requires(Trait.COMMITS_WHAT_A_REVOCATION_ANSWERS);
        publishNumbers(0, 0, 10);
        publishNumbers(1, 0, 10);
        SourceDriver first = started();
        first.pollUntil(
                "records", () -> first.values(0).size() == 10 && first.values(1).size() == 10);
        SourceDriver second = started();
        second.pollUntil("one partition each", () -> first.owns(1) && second.owns(1), first);
        SourcePartition moved = second.assigned().iterator().next();
        assertThat(first.finalPositions()).containsEntry(moved, 10L);
        assertThat(committed(moved.number())).hasValue(10);
        publishNumbers(moved.number(), 10, 13);
        second.pollUntil("new records", () -> second.values(moved.number()).size() >= 3, first);
        assertThat(second.values(moved.number())).isEqualTo(numbers(10, 13));
        assertThat(first.lost()).isEmpty();
        assertThat(first.violations()).isEmpty();
        assertThat(second.violations()).isEmpty();
    }

    @Test
    void commitsWhatClosingAnswers() {
        requires(Trait.COMMITS_WHAT_CLOSING_ANSWERS);
        publishNumbers(0, 0, 10);
        SourceDriver driver = started();
        driver.pollUntil("records", () -> driver.values(0).size() == 10);
        driver.close();
        assertThat(committed(0)).hasValue(10);
    }

    @Test
    void commitsNothingAfterLoss() {
        requires(Trait.COMMITS_NOTHING_AFTER_LOSS);
        publishNumbers(0, 0, 10);
        SourceDriver driver = started();
        driver.pollUntil("records", () -> driver.values(0).size() == 10);
        SourcePartition partition = driver.partition(0);
        loseAssignment(driver.source());
        driver.pollUntil("loss", () -> driver.lost().contains(partition));
        driver.nothingIsDurable();
        if (!driver.assigned().contains(partition)) {
            driver.source().commit(Map.of(partition, 10L));
        }
        driver.close();
        assertThat(driver.finalPositions()).isEmpty();
        assertThat(committed(0)).as("committed after the loss").isEmpty();
    }

    /** Of a running poll or of the next one; and only of one. */
    @Test
    void wakesUp() throws InterruptedException {
        requires(Trait.WAKES_UP);
        SourceDriver driver = started();
        driver.pollUntil("assignment", () -> driver.owns(PARTITIONS));
        driver.pollOn(2);
        WakeupProbe probe = new WakeupProbe(driver.source(), patience());
        assertThat(probe.poll()).isEmpty();
        assertThat(probe.wasLate()).as("poll went on in spite of wakeup").isFalse();
        publishNumbers(0, 0, 3);
        driver.pollUntil("records after the wake-up", () -> driver.values(0).size() == 3);
    }

    @Test
    void knowsItsMembership() {
        requires(Trait.KNOWS_ITS_MEMBERSHIP);
        SourceDriver driver = started();
        driver.pollUntil("assignment", () -> driver.owns(PARTITIONS));
        assertThat(driver.source().membership()).isNotNull();
        Set<String> streams = new HashSet<>();
        driver.assigned().forEach(partition -> streams.add(partition.stream() + partition.incarnation()));
        assertThat(streams).as("streams and incarnations").hasSize(1);
    }

    @Test
    void closesTwice() {
        requires(Trait.CLOSES_TWICE);
        SourceDriver driver = started();
        driver.pollUntil("assignment", () -> driver.owns(PARTITIONS));
        driver.close();
        driver.close();
        newSource().close();
    }

    private SourceDriver driver() {
        SourceDriver driver = new SourceDriver(newSource(), patience());
        drivers.add(driver);
        return driver;
    }

    private SourceDriver started() {
        return driver().start();
    }

    private void publishNumbers(int partition, int from, int to) {
        List<Published> records = new ArrayList<>();
        for (int i = from; i < to; i++) {
            records.add(Published.of("key-" + i, Integer.toString(i)));
        }
        publish(partition, records);
    }

    private static List<@Nullable String> numbers(int from, int to) {
        List<@Nullable String> numbers = new ArrayList<>();
        for (int i = from; i < to; i++) {
            numbers.add(Integer.toString(i));
        }
        return numbers;
    }

    static @Nullable String text(BytesColumn column, int index) {
        return column.isNull(index)
                ? null
                : new String(column.array(index), column.arrayOffset(index), column.length(index), UTF_8);
    }
}
