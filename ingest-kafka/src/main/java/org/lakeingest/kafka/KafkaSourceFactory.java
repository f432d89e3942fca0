package org.lakeingest.kafka;

import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.lakeingest.api.AuditsLog;
import org.lakeingest.api.IdentifiesSource;
import org.lakeingest.api.LogAudit;
import org.lakeingest.api.Metrics;
import org.lakeingest.api.PluginContext;
import org.lakeingest.api.Replay;
import org.lakeingest.api.Source;
import org.lakeingest.api.SourceFactory;
import org.lakeingest.api.SourceIdentity;
import org.lakeingest.api.TakesReplays;

/** Makes one {@link KafkaSource} per worker, puts records back into the topics they read, and shows what these hold. Thread-safe. */
public final class KafkaSourceFactory
        implements SourceFactory<KafkaSourceConfig>,
                TakesReplays<KafkaSourceConfig>,
                AuditsLog<KafkaSourceConfig>,
                IdentifiesSource<KafkaSourceConfig> {
    private final Map<String, BitSet> workers = new HashMap<>();
    private final Map<String, GroupLag> lags = new HashMap<>();

    @Override
    public String name() {
        return "kafka";
    }

    @Override
    public Class<KafkaSourceConfig> configType() {
        return KafkaSourceConfig.class;
    }

    @Override
    public Source create(KafkaSourceConfig config, PluginContext context) {
        String pipeline = context.pipelineName();
        int worker = takeNumber(pipeline);
        WorkerLag lag = lag(context).add();
        Metrics.Counter removed = context.metrics()
                .counter("source.records.removed", "Offsets that retention removed from the log before they were read");
        KafkaClients clients = new KafkaClients(config, pipeline + "-" + worker);
        return new KafkaSource(config, clients, context.clock(), worker, lag, removed, () -> {
            lag.remove();
            giveNumberBack(pipeline, worker);
        });
    }

    @Override
    public SourceIdentity identify(KafkaSourceConfig config) {
        return new SourceIdentity(config.groupId(), Set.copyOf(config.topics()));
    }

    @Override
    public Replay replay(KafkaSourceConfig config, PluginContext context, Optional<String> to, boolean keepTimestamps) {
        String pipeline = context.pipelineName();
        DeadLetterClients clients = new DeadLetterClients(
                config.bootstrapServers(), config.client(), pipeline + "-replay", config.requestTimeout());
        return new KafkaReplay(clients, context.clock(), pipeline, to, keepTimestamps);
    }

    @Override
    public LogAudit auditLog(KafkaSourceConfig config, PluginContext context) {
        return new KafkaLogAudit(config, new KafkaClients(config, context.pipelineName() + "-audit"), context.clock());
    }

    /** The lowest number that no open source of the pipeline has. */
    private synchronized int takeNumber(String pipeline) {
        BitSet taken = workers.computeIfAbsent(pipeline, name -> new BitSet());
        int number = taken.nextClearBit(0);
        taken.set(number);
        return number;
    }

    private synchronized void giveNumberBack(String pipeline, int worker) {
        BitSet taken = workers.get(pipeline);
        if (taken != null) {
            taken.clear(worker);
        }
    }

    /** One gauge per component name: workers that share a name share the gauge, which then shows their sum. */
    private synchronized GroupLag lag(PluginContext context) {
        return lags.computeIfAbsent(context.pipelineName() + "/" + context.componentName(), name -> {
            GroupLag created = new GroupLag();
            context.metrics()
                    .gauge(
                            "source.lag",
                            "Records between the committed positions and the end of the partitions owned",
                            created::records);
            return created;
        });
    }
}
