package org.lakeingest.app.mock;

import java.util.List;
import org.lakeingest.api.IngestPlugin;
import org.lakeingest.api.SourceFactory;

/** Offers the source {@code mock}. */
public final class MockPlugin implements IngestPlugin {
    @Override
    public List<SourceFactory<?>> sources() {
        return List.of(new MockSourceFactory());
    }
}
