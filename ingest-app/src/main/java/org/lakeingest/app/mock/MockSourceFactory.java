package org.lakeingest.app.mock;

import java.util.UUID;
import org.lakeingest.api.PluginContext;
import org.lakeingest.api.Source;
import org.lakeingest.api.SourceFactory;
import org.lakeingest.api.SourcePartition;

/** Creates {@link MockSource}. Every source is a partition of its own, since nobody shares them out. */
public final class MockSourceFactory implements SourceFactory<MockSourceConfig> {
    @Override
    public String name() {
        return "mock";
    }

    @Override
    public Class<MockSourceConfig> configType() {
        return MockSourceConfig.class;
    }

    @Override
    public Source create(MockSourceConfig config, PluginContext context) {
        MockMessage message = MockMessage.parse(config.message());
        SourcePartition partition = new SourcePartition("mock", "mock/" + UUID.randomUUID(), message.partition());
        return new MockSource(message, partition, config.recordsPerPoll());
    }
}
