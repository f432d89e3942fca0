package org.lakeingest.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.lakeingest.api.AssignmentListener;
import org.lakeingest.api.RecordBatch;
import org.lakeingest.api.Source;
import org.lakeingest.api.SourcePartition;

/**
 * A source with the smallest engine there is: what is polled is processed at once, ranges are checked to be contiguous, and
 * the positions after it are what a revocation is answered with. Everything runs on the test's thread.
 */
final class Member implements AssignmentListener, AutoCloseable {
    final Source source;
    /** Next position by partition owned; null until the first batch. */
    final Map<SourcePartition, Long> positions = new LinkedHashMap<>();

    final Set<SourcePartition> owned = new LinkedHashSet<>();
    final Set<SourcePartition> toResume = new LinkedHashSet<>();
    final List<String> events = new ArrayList<>();
    final List<String> keys = new ArrayList<>();
    final List<RecordBatch> batches = new ArrayList<>();
    /** Runs inside a revocation, before it is answered. */
    Runnable whileRevoked = () -> {};

    boolean commitsWhilePolling;

    Member(KafkaSourceConfig config, KafkaSourceFactory factory) {
        this(config, factory, new TestContext());
    }

    Member(KafkaSourceConfig config, KafkaSourceFactory factory, TestContext context) {
        this(factory.create(config, context));
    }

    Member(Source source) {
        this.source = source;
        source.start(this);
        assertThat(events).as("start must not call the listener").isEmpty();
    }

    void poll() {
        poll(Duration.ofMillis(20));
    }

    void poll(Duration timeout) {
        for (RecordBatch batch : source.poll(timeout)) {
            assertThat(owned).contains(batch.partition());
            Long expected = positions.get(batch.partition());
            if (expected != null) {
                assertThat(batch.range().start()).isEqualTo(expected);
            }
            positions.put(batch.partition(), batch.range().end());
            batches.add(batch);
            for (int i = 0; i < batch.size(); i++) {
                assertThat(batch.offset(i))
                        .isGreaterThanOrEqualTo(batch.range().start())
                        .isLessThan(batch.range().end());
                if (!batch.keys().isNull(i)) {
                    keys.add(text(batch.keys().array(i)));
                }
            }
        }
        source.resume(toResume);
        toResume.clear();
        if (commitsWhilePolling) {
            source.commit(positions);
        }
    }

    Set<String> ownedNames() {
        Set<String> names = new LinkedHashSet<>();
        owned.forEach(partition -> names.add(name(partition)));
        return names;
    }

    @Override
    public void onAssigned(Set<SourcePartition> partitions) {
        events.add("assigned " + names(partitions));
        owned.addAll(partitions);
        toResume.addAll(partitions);
    }

    @Override
    public Map<SourcePartition, Long> onRevoked(Set<SourcePartition> partitions, Duration grace) {
        events.add("revoked " + names(partitions));
        whileRevoked.run();
        Map<SourcePartition, Long> answer = new LinkedHashMap<>(positions);
        answer.keySet().retainAll(partitions);
        forget(partitions);
        return answer;
    }

    @Override
    public void onLost(Set<SourcePartition> partitions) {
        events.add("lost " + names(partitions));
        forget(partitions);
    }

    private void forget(Set<SourcePartition> partitions) {
        owned.removeAll(partitions);
        toResume.removeAll(partitions);
        positions.keySet().removeAll(partitions);
    }

    private static String names(Set<SourcePartition> partitions) {
        return partitions.stream().map(Member::name).sorted().toList().toString();
    }

    private static String name(SourcePartition partition) {
        return partition.stream() + "[" + partition.number() + "]";
    }

    static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.UTF_8);
    }

    @Override
    public void close() {
        source.close();
    }
}
