package org.lakeingest.app.mock;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.lakeingest.api.AssignmentListener;
import org.lakeingest.api.Membership;
import org.lakeingest.api.RecordBatch;
import org.lakeingest.api.Source;
import org.lakeingest.api.SourcePartition;

/** Returns copies of one message for as long as it is polled. Keeps no position: a new one begins where the message says. */
final class MockSource implements Source {
    private final MockMessage message;
    private final SourcePartition partition;
    private final int count;
    private final Semaphore woken = new Semaphore(0);
    private @Nullable AssignmentListener listener;
    private boolean assigned;
    private boolean paused = true;
    private boolean closed;
    private long position;

    MockSource(MockMessage message, SourcePartition partition, int count) {
        this.message = message;
        this.partition = partition;
        this.count = count;
        this.position = message.offset();
    }

    @Override
    public void start(AssignmentListener assignmentListener) {
        listener = assignmentListener;
    }

    @Override
    public List<RecordBatch> poll(Duration timeout) {
        AssignmentListener told = listener;
        if (told == null || closed) {
            throw new IllegalStateException("The source is not started, or closed");
        }
        if (!assigned) {
            assigned = true;
            told.onAssigned(Set.of(partition));
        }
        if (paused) {
            await(timeout);
            return List.of();
        }
        RecordBatch batch = new MockBatch(message, partition, position, count);
        position += count;
        return List.of(batch);
    }

    private void await(Duration timeout) {
        try {
            if (woken.tryAcquire(timeout.toNanos(), TimeUnit.NANOSECONDS)) {
                woken.drainPermits();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void seek(Map<SourcePartition, Long> positions) {
        position = positions.getOrDefault(partition, position);
    }

    @Override
    public void pause(Set<SourcePartition> partitions) {
        paused |= partitions.contains(partition);
    }

    @Override
    public void resume(Set<SourcePartition> partitions) {
        paused &= !partitions.contains(partition);
    }

    @Override
    public void commit(Map<SourcePartition, Long> positions) {}

    @Override
    public Membership membership() {
        return new Membership() {};
    }

    @Override
    public void wakeup() {
        woken.release();
    }

    @Override
    public void close() {
        AssignmentListener told = listener;
        if (!closed && assigned && told != null) {
            Map<SourcePartition, Long> unused = told.onRevoked(Set.of(partition), Duration.ofSeconds(5));
        }
        closed = true;
    }
}
