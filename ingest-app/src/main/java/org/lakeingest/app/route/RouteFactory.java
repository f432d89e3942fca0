package org.lakeingest.app.route;

import org.lakeingest.api.PluginContext;
import org.lakeingest.api.Transformer;
import org.lakeingest.api.TransformerFactory;

/** Creates {@link Route}. */
public final class RouteFactory implements TransformerFactory<RouteConfig> {
    @Override
    public String name() {
        return "route";
    }

    @Override
    public Class<RouteConfig> configType() {
        return RouteConfig.class;
    }

    @Override
    public Transformer create(RouteConfig config, PluginContext context) {
        return new Route(config);
    }
}
