package org.lakeingest.kafka;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.lakeingest.sandbox.BrokerOptions;
import org.lakeingest.sandbox.EmbeddedBroker;
import org.lakeingest.sandbox.LoadGenerator;
import org.lakeingest.sandbox.Topics;

/** One broker for all test classes of the module; each test has topics and groups of its own. */
final class SharedBroker {
    static final EmbeddedBroker BROKER = EmbeddedBroker.start(BrokerOptions.defaults()
            .withSetting("group.consumer.min.heartbeat.interval.ms", "100")
            .withSetting("group.consumer.heartbeat.interval.ms", "500"));
    static final Topics TOPICS = new Topics(BROKER.bootstrapServers());
    private static final AtomicInteger NAMES = new AtomicInteger();

    static {
        Runtime.getRuntime().addShutdownHook(new Thread(() -> {
            TOPICS.close();
            BROKER.close();
        }));
    }

    private SharedBroker() {}

    static String servers() {
        return BROKER.bootstrapServers();
    }

    /** A new topic of a new name. */
    static String topic(int partitions) {
        String name = "topic-" + NAMES.incrementAndGet();
        TOPICS.create(name, partitions);
        return name;
    }

    static TestConfig config(String topic) {
        TestConfig config = new TestConfig(servers(), topic, "group-of-" + topic);
        // Long enough for a machine that does ten other things at once.
        config.requestTimeout = Duration.ofMinutes(1);
        return config;
    }

    static void produce(String topic, long start, long count, int partitions) {
        LoadGenerator.Result result =
                new LoadGenerator(LoadGenerator.Options.of(servers(), topic, start, count, partitions)).run();
        if (!result.complete()) {
            throw new IllegalStateException(result.line());
        }
    }
}
