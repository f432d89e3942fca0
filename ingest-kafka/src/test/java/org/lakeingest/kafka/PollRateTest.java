package org.lakeingest.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.lakeingest.api.AssignmentListener;
import org.lakeingest.api.BytesColumn;
import org.lakeingest.api.RecordBatch;
import org.lakeingest.api.Source;
import org.lakeingest.api.SourcePartition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** How fast one worker polls, next to the bare client on the same topic; printed, not judged. */
@Tag("full")
class PollRateTest {
    private static final Logger log = LoggerFactory.getLogger(PollRateTest.class);
    private static final int RECORDS = 2_000_000;
    private static final int ROUNDS = 4;

    @Test
    void pollingIsMeasuredBesideTheBareClient() {
        String topic = SharedBroker.topic(8);
        SharedBroker.produce(topic, 0, RECORDS, 8);
        for (int round = 0; round < ROUNDS; round++) {
            for (int maxRecords : new int[] {500, 2000, 5000, 10000}) {
                TestConfig config = SharedBroker.config(topic);
                config.maxRecords = maxRecords;
                config.groupId = topic + "-" + round + "-" + maxRecords;
                double bare = bare(config);
                config.groupId += "-source";
                double source = source(config);
                log.info(
                        "round {} max-records {}: bare client {} records/s, source {}",
                        round,
                        maxRecords,
                        (long) bare,
                        (long) source);
            }
        }
    }

    private static double bare(TestConfig config) {
        Map<String, Object> settings = new HashMap<>(ClientSettings.consumer(config.build(), "bare"));
        long bytes = 0;
        try (KafkaConsumer<byte[], byte[]> consumer =
                new KafkaConsumer<>(settings, new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
            consumer.subscribe(config.topics);
            long began = 0;
            int count = 0;
            while (count < RECORDS) {
                for (var record : consumer.poll(Duration.ofMillis(100))) {
                    began = began == 0 ? System.nanoTime() : began;
                    bytes += record.value().length;
                    count++;
                }
            }
            assertThat(bytes).isPositive();
            return count / ((System.nanoTime() - began) / 1e9);
        }
    }

    private static double source(TestConfig config) {
        Resuming listener = new Resuming();
        long bytes = 0;
        try (Source source = new KafkaSourceFactory().create(config.build(), new TestContext())) {
            source.start(listener);
            long began = 0;
            int count = 0;
            while (count < RECORDS) {
                for (RecordBatch batch : source.poll(Duration.ofMillis(100))) {
                    began = began == 0 ? System.nanoTime() : began;
                    BytesColumn values = batch.values();
                    for (int i = 0; i < batch.size(); i++) {
                        bytes += values.length(i);
                    }
                    count += batch.size();
                }
                source.resume(listener.toResume);
                listener.toResume = Set.of();
            }
            assertThat(bytes).isPositive();
            return count / ((System.nanoTime() - began) / 1e9);
        }
    }

    private static final class Resuming implements AssignmentListener {
        private Set<SourcePartition> toResume = Set.of();

        @Override
        public void onAssigned(Set<SourcePartition> partitions) {
            toResume = partitions;
        }

        @Override
        public Map<SourcePartition, Long> onRevoked(Set<SourcePartition> partitions, Duration grace) {
            return Map.of();
        }

        @Override
        public void onLost(Set<SourcePartition> partitions) {}
    }
}
