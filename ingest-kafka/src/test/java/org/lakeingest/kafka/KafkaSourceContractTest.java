package org.lakeingest.kafka;

import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.junit.jupiter.api.BeforeEach;
import org.lakeingest.api.Source;
import org.lakeingest.testkit.SourceContract;

class KafkaSourceContractTest extends SourceContract {
    private final KafkaSourceFactory factory = new KafkaSourceFactory();
    private TestConfig config = new TestConfig("127.0.0.1:1", "none", "none");

    @BeforeEach
    void makeTopic() {
        config = SharedBroker.config(SharedBroker.topic(PARTITIONS));
    }

    @Override
    protected Source newSource() {
        return factory.create(config.build(), new TestContext());
    }

    @Override
    protected void publish(int partition, List<Published> records) {
        try (Writer writer = new Writer(topic(), Map.of())) {
            for (Published record : records) {
                writer.write(partition, record.key(), record.value(), record.headers());
            }
        }
    }

    @Override
    protected OptionalLong committed(int partition) {
        Long position = SharedBroker.TOPICS.committed(config.groupId, topic()).get(partition);
        return position == null ? OptionalLong.empty() : OptionalLong.of(position);
    }

    @Override
    protected void makeGap(int partition) {
        try (Writer writer = Writer.transactional(topic())) {
            writer.begin();
            writer.write(partition, "aborted", "aborted", List.of());
            // What was not sent yet would be dropped on this side and leave no gap.
            writer.flush();
            writer.abort();
        }
    }

    @Override
    protected void loseAssignment(Source source) {
        Groups.removeAllMembers(config.groupId);
    }

    private String topic() {
        return config.topics.get(0);
    }
}
