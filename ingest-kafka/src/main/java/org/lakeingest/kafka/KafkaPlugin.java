package org.lakeingest.kafka;

import java.util.List;
import org.lakeingest.api.IngestPlugin;
import org.lakeingest.api.SourceFactory;

/** Offers the {@code kafka} source. */
public final class KafkaPlugin implements IngestPlugin {
    @Override
    public List<SourceFactory<?>> sources() {
        return List.of(new KafkaSourceFactory());
    }
}
