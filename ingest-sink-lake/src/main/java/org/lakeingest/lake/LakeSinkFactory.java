package org.lakeingest.lake;

import java.util.Optional;
import java.util.UUID;
import org.lakeingest.api.Delivery;
import org.lakeingest.api.PluginContext;
import org.lakeingest.api.Sink;
import org.lakeingest.api.SinkFactory;
import org.lakeingest.lake.ledger.LedgerGuards;

/** Creates {@link LakeSink}. The run id, part of every file's path, is new for every sink. */
public final class LakeSinkFactory implements SinkFactory<LakeSinkConfig> {
    @Override
    public String name() {
        return "lake";
    }

    @Override
    public Class<LakeSinkConfig> configType() {
        return LakeSinkConfig.class;
    }

    @Override
    public Sink create(LakeSinkConfig config, PluginContext context) {
        String run = UUID.randomUUID().toString().replace("-", "");
        boolean exactly = context.delivery().equals(Optional.of(Delivery.EXACTLY_ONCE));
        return exactly && LakeSink.obstacle(config).isEmpty()
                ? exact(config, context, run)
                : new LakeSink(config, context, run);
    }

    /** Letters for another lake, or for a topic, have a queue of their own. */
    private static Sink exact(LakeSinkConfig config, PluginContext context, String run) {
        Record letters = context.deadLetters().orElse(null);
        return letters instanceof LakeDeadLettersConfig own && own.isOf(config)
                ? new LetteringLakeSink(
                        config,
                        context,
                        run,
                        LedgerGuards.ALL,
                        new LetterFiles(own.tableOf(context.pipelineName()), context))
                : new ExactLakeSink(config, context, run, LedgerGuards.ALL, null);
    }
}
