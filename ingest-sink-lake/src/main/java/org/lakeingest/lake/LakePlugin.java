package org.lakeingest.lake;

import java.util.List;
import org.lakeingest.api.DeadLetterQueueFactory;
import org.lakeingest.api.IngestPlugin;
import org.lakeingest.api.SinkFactory;

/** Offers the sink {@code lake}, and the dead-letter queue of the same name. */
public final class LakePlugin implements IngestPlugin {
    @Override
    public List<SinkFactory<?>> sinks() {
        return List.of(new LakeSinkFactory());
    }

    @Override
    public List<DeadLetterQueueFactory<?>> deadLetterQueues() {
        return List.of(new LakeDeadLetterQueueFactory());
    }
}
