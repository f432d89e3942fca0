package org.lakeingest.lake;

import java.util.UUID;
import org.lakeingest.api.AuditsTarget;
import org.lakeingest.api.Delivery;
import org.lakeingest.api.PluginContext;
import org.lakeingest.api.Sink;
import org.lakeingest.api.SinkFactory;
import org.lakeingest.api.TargetAudit;
import org.lakeingest.lake.ledger.LedgerGuards;

/** Creates {@link LakeSink}. The run id, part of every file's path, is new for every sink. */
public final class LakeSinkFactory implements SinkFactory<LakeSinkConfig>, AuditsTarget<LakeSinkConfig> {
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
        return isExact(config, context) ? exact(config, context, run) : new LakeSink(config, context, run);
    }

    /** Letters for another lake, or for a topic, have a queue of their own; so have those beside rows that replace others. */
    private static Sink exact(LakeSinkConfig config, PluginContext context, String run) {
        Record letters = context.deadLetters().orElse(null);
        boolean copies = config.load() == LakeSinkConfig.LoadMode.COPY;
        return copies && letters instanceof LakeDeadLettersConfig own && own.isOf(config)
                ? new LetteringLakeSink(
                        config,
                        context,
                        run,
                        LedgerGuards.ALL,
                        new LetterFiles(own.tableOf(context.pipelineName()), context))
                : new ExactLakeSink(config, context, run, LedgerGuards.ALL, null);
    }

    @Override
    public TargetAudit auditTarget(LakeSinkConfig config, PluginContext context) {
        return new LakeAudit(config, context, isExact(config, context));
    }

    private static boolean isExact(LakeSinkConfig config, PluginContext context) {
        return context.delivery().orElse(Delivery.EXACTLY_ONCE) == Delivery.EXACTLY_ONCE
                && LakeSink.obstacle(config).isEmpty();
    }
}
