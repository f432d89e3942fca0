package org.lakeingest.kafka;

import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.lakeingest.api.DeadLetter;
import org.lakeingest.api.DeadLetterFilter;
import org.lakeingest.api.DeadLetterQueue;
import org.lakeingest.testkit.DeadLetterQueueContract;

class KafkaDeadLetterContractTest extends DeadLetterQueueContract {
    private static final AtomicInteger TOPICS = new AtomicInteger();

    private final DeadLetterConfig config = DeadLetterConfig.of("contract-letters-" + TOPICS.incrementAndGet());

    @Override
    protected DeadLetterQueue newQueue() {
        return new KafkaDeadLetterQueueFactory().create(config.build(), new TestContext());
    }

    @Override
    protected List<DeadLetter> readBack() {
        return Letters.read(config.build(), DeadLetterFilter.ALL);
    }

    @Override
    protected DeadLetterQueue misconfiguredQueue() {
        DeadLetterConfig wrong = DeadLetterConfig.of("absent-" + config.topic.orElseThrow());
        wrong.createTopic = false;
        return new KafkaDeadLetterQueueFactory().create(wrong.build(), new TestContext());
    }

    @Override
    protected Map<Trait, String> switchedOff() {
        return Map.of(
                Trait.CLASSIFIES_TRANSIENT,
                "the client itself tries again what a broker refuses once; a broker that stays away is in another test");
    }
}
