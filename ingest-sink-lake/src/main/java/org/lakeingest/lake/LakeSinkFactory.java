package org.lakeingest.lake;

import java.util.UUID;
import org.lakeingest.api.PluginContext;
import org.lakeingest.api.Sink;
import org.lakeingest.api.SinkFactory;

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
        return new LakeSink(config, context, UUID.randomUUID().toString().replace("-", ""));
    }
}
