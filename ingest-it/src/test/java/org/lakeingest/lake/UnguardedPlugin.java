package org.lakeingest.lake;

import java.util.List;
import java.util.UUID;
import org.lakeingest.api.IngestPlugin;
import org.lakeingest.api.PluginContext;
import org.lakeingest.api.Sink;
import org.lakeingest.api.SinkFactory;
import org.lakeingest.lake.ledger.LedgerGuards;

/**
 * The sink {@code unguarded-lake}: the sink {@code lake}, exactly once, without the guards that the property {@code unguarded} names. It
 * shows that the tests notice when one is missing.
 *
 * <p>It is a class of the tests, in the package of the sink since the constructor it calls is for nobody else. So there is no option,
 * property or variable of the distribution that switches a guard off, not even by accident.
 */
public final class UnguardedPlugin implements IngestPlugin {
    @Override
    public List<SinkFactory<?>> sinks() {
        return List.of(new Factory());
    }

    private static final class Factory implements SinkFactory<LakeSinkConfig> {
        @Override
        public String name() {
            return "unguarded-lake";
        }

        @Override
        public Class<LakeSinkConfig> configType() {
            return LakeSinkConfig.class;
        }

        @Override
        public Sink create(LakeSinkConfig config, PluginContext context) {
            List<String> without = List.of(System.getProperty("unguarded", "").split(",", -1));
            LedgerGuards guards = new LedgerGuards(
                    !without.contains("position"), !without.contains("claim"), !without.contains("identity"));
            return new ExactLakeSink(
                    config, context, UUID.randomUUID().toString().replace("-", ""), guards, null);
        }
    }
}
