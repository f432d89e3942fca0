package org.lakeingest.lake.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.lakeingest.api.Claim;
import org.lakeingest.api.IngestException;
import org.lakeingest.api.OffsetRange;
import org.lakeingest.api.SourcePartition;
import org.lakeingest.api.WriteBatch;
import org.lakeingest.api.WriteListener;
import org.lakeingest.testkit.RecordedMetrics;
import org.lakeingest.testkit.WriteBatches;

/** Little waits for more, but not what a table has waited for since a process died. */
final class FirstOfAClaimTest implements WriteListener {
    private static final SourcePartition ONE = new SourcePartition("orders", "i", 0);

    private final Timers timers = new Timers();
    private final ModelPort port = new ModelPort(new ModelLake(List.of(ONE)));
    private final ClaimDesk desk;
    private final Member member = new Member();
    private int durable;

    FirstOfAClaimTest() {
        CommitSettings settings =
                new CommitSettings(ModelPort.CODES, timers, new RecordedMetrics(), 4, 10, LedgerGuards.ALL);
        desk = new ClaimDesk(port, new GroupCommitter(port, settings), settings, "run");
    }

    /** Time that passes only while the lake works, and pauses that end when they are told to. */
    private static final class Timers implements LedgerTiming {
        final Deque<Runnable> waiting = new ArrayDeque<>();
        long nanos;

        @Override
        public long nanos() {
            return nanos;
        }

        @Override
        public void after(Duration delay, Runnable task) {
            waiting.add(task);
        }

        @Override
        public double random() {
            return 0.5;
        }
    }

    private void run() {
        while (!port.steps.isEmpty()) {
            timers.nanos += Duration.ofMillis(20).toNanos();
            port.steps.remove().run().run();
        }
    }

    private Claim claim() {
        CompletableFuture<Map<SourcePartition, Claim>> answer = desk.claim(member, Set.of(ONE));
        run();
        Claim claim = answer.join().get(ONE);
        assertThat(claim).isNotNull();
        return claim;
    }

    /** Whether it had to wait until a pause was over. */
    private boolean waits(long offset, Claim claim) {
        int before = durable;
        WriteBatch rows = WriteBatches.of(ONE, new OffsetRange(offset, offset + 1), List.of());
        desk.write(member, List.of(WriteBatches.under(claim.epoch(), rows)), this);
        run();
        boolean waited = durable == before;
        timers.nanos += waited ? Duration.ofMinutes(1).toNanos() : 0;
        while (durable == before) {
            timers.waiting.remove().run();
            run();
        }
        assertThat(durable).isEqualTo(before + 1);
        return waited;
    }

    @Override
    public void onDurable(WriteBatch batch) {
        durable++;
    }

    @Override
    public void onFailed(WriteBatch batch, IngestException reason) {
        throw new AssertionError(reason);
    }

    @Test
    void theFirstBatchOfEveryClaimGoesAtOnceAndTheNextOnesWait() {
        Claim claim = claim();
        assertThat(waits(0, claim)).isFalse();
        assertThat(waits(1, claim)).isTrue();
        assertThat(waits(2, claim)).isTrue();

        Claim again = claim();
        assertThat(waits(3, again)).isFalse();
        assertThat(waits(4, again)).isTrue();
    }

    @Test
    void aClaimThatWasGivenUpIsFirstForNobody() {
        claim();
        desk.release(member, Set.of(ONE));
        assertThat(member.isFirst(ONE)).isFalse();
    }
}
