package org.lakeingest.lake;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.lakeingest.api.IngestException;
import org.lakeingest.api.WriteBatch;
import org.lakeingest.api.WriteListener;

/** Keeps outcomes, and refuses a second one for the same batch. Thread-safe. */
final class RecordingListener implements WriteListener {
    private final Map<WriteBatch, Optional<IngestException>> outcomes = new ConcurrentHashMap<>();
    private final List<WriteBatch> order = new CopyOnWriteArrayList<>();
    private final List<WriteBatch> twice = new CopyOnWriteArrayList<>();

    @Override
    public void onDurable(WriteBatch batch) {
        outcome(batch, Optional.empty());
    }

    @Override
    public void onFailed(WriteBatch batch, IngestException reason) {
        outcome(batch, Optional.of(reason));
    }

    private void outcome(WriteBatch batch, Optional<IngestException> outcome) {
        order.add(batch);
        if (outcomes.put(batch, outcome) != null) {
            twice.add(batch);
        }
    }

    RecordingListener await(int count) {
        return await(count, Duration.ofSeconds(60));
    }

    RecordingListener await(int count, Duration patience) {
        Awaitility.await()
                .atMost(patience)
                .pollInterval(5, TimeUnit.MILLISECONDS)
                .until(() -> outcomes.size() >= count);
        if (!twice.isEmpty()) {
            throw new AssertionError("told twice: " + twice);
        }
        return this;
    }

    boolean isDurable(WriteBatch batch) {
        return outcomes.getOrDefault(batch, Optional.of(open())).isEmpty();
    }

    /** Why it failed; a failure of the test when it did not. */
    IngestException failure(WriteBatch batch) {
        return outcomes.getOrDefault(batch, Optional.empty())
                .orElseThrow(() -> new AssertionError(batch + " did not fail"));
    }

    List<WriteBatch> order() {
        return List.copyOf(order);
    }

    int count() {
        return outcomes.size();
    }

    private static IngestException open() {
        return new IngestException(LakeErrorCode.LAKE_UNEXPECTED, "still open");
    }
}
