package org.lakeingest.testkit.harness;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Queue;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.lakeingest.api.AssignmentListener;
import org.lakeingest.api.IngestException;
import org.lakeingest.api.Membership;
import org.lakeingest.api.RecordBatch;
import org.lakeingest.api.ReportsLag;
import org.lakeingest.api.Source;
import org.lakeingest.api.SourcePartition;

/**
 * A member of a group that reads an {@link InMemoryTopic} and is rebalanced by script: each event is told to the engine inside
 * the next poll. Checks on the way that the engine keeps the contract of {@link Source}. Confined to the test's thread.
 */
public final class InMemorySource implements Source, ReportsLag {
    private final InMemoryTopic topic;
    private final StepThreads threads;
    private final Consumer<Map<SourcePartition, Long>> commitCheck;
    private final Map<SourcePartition, Long> positions =
            new TreeMap<>((one, other) -> Integer.compare(one.number(), other.number()));
    private final Set<SourcePartition> paused = new HashSet<>();
    private final Queue<Runnable> events = new ArrayDeque<>();
    private final Queue<IngestException> failures = new ArrayDeque<>();
    private Duration grace = Duration.ofSeconds(10);
    private int maxRecords = 10;
    private @Nullable AssignmentListener listener;
    private boolean inCallback;
    private boolean woken;
    private boolean closed;
    private int polls;

    InMemorySource(InMemoryTopic topic, StepThreads threads, Consumer<Map<SourcePartition, Long>> commitCheck) {
        this.topic = topic;
        this.threads = threads;
        this.commitCheck = commitCheck;
    }

    /** The group gives this member partitions, at its committed positions. */
    public void assign(Set<SourcePartition> partitions) {
        events.add(() -> {
            for (SourcePartition partition : partitions) {
                positions.put(partition, topic.committed(partition));
                paused.add(partition);
            }
            inCallback(target -> target.onAssigned(partitions));
        });
    }

    /** The group takes partitions away in good order; their final positions are committed. */
    public void revoke(Set<SourcePartition> partitions) {
        revoke(partitions, () -> {});
    }

    /** The same, and then something happens: the partitions go to somebody else, say. */
    public void revoke(Set<SourcePartition> partitions, Runnable afterwards) {
        events.add(() -> {
            revokeNow(partitions);
            afterwards.run();
        });
    }

    /** Somebody else already has the partitions. */
    public void lose(Set<SourcePartition> partitions) {
        lose(partitions, () -> {});
    }

    /** The same, and then something happens. */
    public void lose(Set<SourcePartition> partitions, Runnable afterwards) {
        events.add(() -> {
            partitions.forEach(this::forget);
            inCallback(target -> target.onLost(partitions));
            afterwards.run();
        });
    }

    /** The next poll does this first. */
    public void onNextPoll(Runnable event) {
        events.add(event);
    }

    /** The next polls throw these, one each. */
    public void failPolls(List<IngestException> reasons) {
        failures.addAll(reasons);
    }

    public void graceOf(Duration value) {
        grace = value;
    }

    public void maxPollRecords(int value) {
        maxRecords = value;
    }

    public Set<SourcePartition> assigned() {
        return Set.copyOf(positions.keySet());
    }

    public Set<SourcePartition> paused() {
        return Set.copyOf(paused);
    }

    public boolean isClosed() {
        return closed;
    }

    /** How often the engine polled: what keeps a real member in its group. */
    public int polls() {
        return polls;
    }

    private void revokeNow(Set<SourcePartition> partitions) {
        AssignmentListener target = requireStarted();
        inCallback = true;
        Map<SourcePartition, Long> last = target.onRevoked(partitions, grace);
        inCallback = false;
        assertThat(partitions).as("final positions are of revoked partitions").containsAll(last.keySet());
        commitNow(last);
        partitions.forEach(this::forget);
    }

    private void forget(SourcePartition partition) {
        positions.remove(partition);
        paused.remove(partition);
    }

    private void inCallback(Consumer<AssignmentListener> call) {
        inCallback = true;
        call.accept(requireStarted());
        inCallback = false;
    }

    private AssignmentListener requireStarted() {
        if (listener == null) {
            throw new AssertionError("the source was not started");
        }
        return listener;
    }

    private void commitNow(Map<SourcePartition, Long> committed) {
        assertThat(positions.keySet()).as("only owned partitions are committed").containsAll(committed.keySet());
        commitCheck.accept(committed);
        committed.forEach(topic::commit);
    }

    private void requireOutsideCallback() {
        assertThat(inCallback).as("the source is not called back").isFalse();
        assertThat(closed).as("the source is not used after close").isFalse();
    }

    @Override
    public void start(AssignmentListener target) {
        assertThat(listener).as("start is called once").isNull();
        listener = target;
    }

    @Override
    public List<RecordBatch> poll(Duration timeout) {
        requireOutsideCallback();
        polls++;
        IngestException failure = failures.poll();
        if (failure != null) {
            throw failure;
        }
        Runnable event = events.poll();
        if (event != null) {
            event.run();
        }
        List<RecordBatch> batches = new ArrayList<>();
        positions.replaceAll((partition, position) -> {
            long available = topic.end(partition) - position;
            if (paused.contains(partition) || available == 0) {
                return position;
            }
            int records = (int) Math.min(available, 1 + threads.dice().nextInt(maxRecords));
            batches.add(topic.read(partition, position, records));
            return position + records;
        });
        if (batches.isEmpty() && event == null && !woken) {
            threads.idle(timeout);
        }
        woken = false;
        return batches;
    }

    @Override
    public void seek(Map<SourcePartition, Long> targets) {
        requireOutsideCallback();
        assertThat(positions.keySet()).as("only owned partitions are sought").containsAll(targets.keySet());
        positions.putAll(targets);
    }

    @Override
    public void pause(Set<SourcePartition> partitions) {
        requireOutsideCallback();
        assertThat(positions.keySet()).as("only owned partitions are paused").containsAll(partitions);
        paused.addAll(partitions);
    }

    @Override
    public void resume(Set<SourcePartition> partitions) {
        requireOutsideCallback();
        assertThat(positions.keySet()).as("only owned partitions are resumed").containsAll(partitions);
        paused.removeAll(partitions);
    }

    @Override
    public void commit(Map<SourcePartition, Long> committed) {
        requireOutsideCallback();
        commitNow(committed);
    }

    @Override
    public Membership membership() {
        requireOutsideCallback();
        return Member.INSTANCE;
    }

    @Override
    public OptionalLong lag() {
        return OptionalLong.of(positions.keySet().stream()
                .mapToLong(partition -> topic.end(partition) - topic.committed(partition))
                .sum());
    }

    @Override
    public void wakeup() {
        assertThat(inCallback).as("nobody is woken during a listener call").isFalse();
        woken = true;
    }

    @Override
    public void close() {
        if (closed) {
            return;
        }
        requireOutsideCallback();
        if (!positions.isEmpty()) {
            revokeNow(assigned());
        }
        closed = true;
    }

    private enum Member implements Membership {
        INSTANCE
    }
}
