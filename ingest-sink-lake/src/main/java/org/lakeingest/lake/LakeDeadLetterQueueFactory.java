package org.lakeingest.lake;

import java.util.Set;
import java.util.UUID;
import org.lakeingest.api.DeadLetterQueue;
import org.lakeingest.api.DeadLetterQueueFactory;
import org.lakeingest.api.DeadLetterReader;
import org.lakeingest.api.PluginContext;
import org.lakeingest.api.ReadsDeadLetters;

/** Offers the dead-letter queue {@code lake}: a table. */
public final class LakeDeadLetterQueueFactory
        implements DeadLetterQueueFactory<LakeDeadLettersConfig>, ReadsDeadLetters<LakeDeadLettersConfig> {
    @Override
    public String name() {
        return "lake";
    }

    @Override
    public Class<LakeDeadLettersConfig> configType() {
        return LakeDeadLettersConfig.class;
    }

    @Override
    public Set<String> inheritedOptions() {
        return Set.of(
                "dsn", "create-table", "stage", "ca-file", "connect-timeout", "request-timeout", "statement-timeout");
    }

    @Override
    public DeadLetterQueue create(LakeDeadLettersConfig config, PluginContext context) {
        return new LakeDeadLetterQueue(
                config, context, UUID.randomUUID().toString().replace("-", ""));
    }

    @Override
    public DeadLetterReader reader(LakeDeadLettersConfig config, PluginContext context) {
        return new LakeDeadLetterReader(config, context);
    }
}
