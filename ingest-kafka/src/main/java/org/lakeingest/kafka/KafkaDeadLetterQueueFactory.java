package org.lakeingest.kafka;

import java.util.Set;
import org.lakeingest.api.DeadLetterQueue;
import org.lakeingest.api.DeadLetterQueueFactory;
import org.lakeingest.api.DeadLetterReader;
import org.lakeingest.api.PluginContext;
import org.lakeingest.api.ReadsDeadLetters;

/** Offers the dead-letter queue {@code kafka}: a topic. */
public final class KafkaDeadLetterQueueFactory
        implements DeadLetterQueueFactory<KafkaDeadLettersConfig>, ReadsDeadLetters<KafkaDeadLettersConfig> {
    @Override
    public String name() {
        return "kafka";
    }

    @Override
    public Class<KafkaDeadLettersConfig> configType() {
        return KafkaDeadLettersConfig.class;
    }

    @Override
    public Set<String> inheritedOptions() {
        return Set.of("bootstrap-servers", "client");
    }

    @Override
    public DeadLetterQueue create(KafkaDeadLettersConfig config, PluginContext context) {
        String pipeline = context.pipelineName();
        return new KafkaDeadLetterQueue(config, clients(config, pipeline), context.clock(), pipeline);
    }

    @Override
    public DeadLetterReader reader(KafkaDeadLettersConfig config, PluginContext context) {
        String pipeline = context.pipelineName();
        return new KafkaDeadLetterReader(config, clients(config, pipeline), config.topicOf(pipeline));
    }

    private static DeadLetterClients clients(KafkaDeadLettersConfig config, String pipeline) {
        return new DeadLetterClients(
                config.bootstrapServers(), config.client(), pipeline + "-dead-letters", config.requestTimeout());
    }
}
