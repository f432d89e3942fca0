package org.lakeingest.lake;

import java.util.List;
import org.lakeingest.api.IngestPlugin;
import org.lakeingest.api.SinkFactory;

/** Offers the sink {@code lake}. */
public final class LakePlugin implements IngestPlugin {
    @Override
    public List<SinkFactory<?>> sinks() {
        return List.of(new LakeSinkFactory());
    }
}
