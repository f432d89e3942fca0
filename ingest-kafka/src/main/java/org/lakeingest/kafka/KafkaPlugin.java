package org.lakeingest.kafka;

import java.util.List;
import org.lakeingest.api.DeadLetterQueueFactory;
import org.lakeingest.api.IngestPlugin;
import org.lakeingest.api.SourceFactory;

/** Offers the {@code kafka} source, and the dead-letter queue of the same name. */
public final class KafkaPlugin implements IngestPlugin {
    @Override
    public List<SourceFactory<?>> sources() {
        return List.of(new KafkaSourceFactory());
    }

    @Override
    public List<DeadLetterQueueFactory<?>> deadLetterQueues() {
        return List.of(new KafkaDeadLetterQueueFactory());
    }
}
