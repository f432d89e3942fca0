package org.lakeingest.testkit;

import java.time.Duration;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import org.assertj.core.api.Assertions;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.lakeingest.api.IngestException;
import org.lakeingest.api.WriteBatch;
import org.lakeingest.api.WriteListener;

/** Collects the outcomes of writes and finds out whoever reports one twice. Thread-safe. */
public final class WriteOutcomes implements WriteListener {
    private final IdentityHashMap<WriteBatch, List<String>> outcomes = new IdentityHashMap<>();
    private final IdentityHashMap<WriteBatch, IngestException> failures = new IdentityHashMap<>();

    @Override
    public synchronized void onDurable(WriteBatch batch) {
        outcomes.computeIfAbsent(batch, key -> new ArrayList<>()).add("durable");
    }

    @Override
    public synchronized void onFailed(WriteBatch batch, IngestException reason) {
        outcomes.computeIfAbsent(batch, key -> new ArrayList<>()).add("failed: " + reason.getMessage());
        failures.put(batch, reason);
    }

    /** How many batches have an outcome. */
    public synchronized int count() {
        return outcomes.size();
    }

    public synchronized boolean isOpen(WriteBatch batch) {
        return !outcomes.containsKey(batch);
    }

    /** Why the batch failed; null while it has not. */
    public synchronized @Nullable IngestException failure(WriteBatch batch) {
        return failures.get(batch);
    }

    /** Waits until each of these batches has an outcome. */
    public WriteOutcomes await(List<WriteBatch> batches, Duration patience) {
        Awaitility.await("outcomes of " + batches)
                .atMost(patience)
                .pollInterval(Duration.ofMillis(2))
                .until(() -> batches.stream().noneMatch(this::isOpen));
        return this;
    }

    /** Each of these has one outcome, and it is durable. */
    public synchronized void allDurable(List<WriteBatch> batches) {
        for (WriteBatch batch : batches) {
            Assertions.assertThat(outcomes.getOrDefault(batch, List.of()))
                    .as("outcomes of %s", batch)
                    .containsExactly("durable");
        }
    }

    /** No batch has more than one outcome. */
    public synchronized void noneTwice() {
        outcomes.forEach((batch, found) ->
                Assertions.assertThat(found).as("outcomes of %s", batch).hasSize(1));
    }
}
