package org.lakeingest.app.route;

import java.util.List;
import org.lakeingest.api.IngestPlugin;
import org.lakeingest.api.TransformerFactory;

/** Offers the transformer {@code route}. */
public final class RoutePlugin implements IngestPlugin {
    @Override
    public List<TransformerFactory<?>> transformers() {
        return List.of(new RouteFactory());
    }
}
