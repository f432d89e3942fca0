package org.lakeingest.app.wiring;

import com.google.inject.AbstractModule;
import com.google.inject.Provides;
import com.google.inject.Singleton;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;
import org.lakeingest.app.PipelineSettings;
import org.lakeingest.app.admin.AdminOptions;
import org.lakeingest.app.admin.AdminServer;
import org.lakeingest.app.admin.Health;
import org.lakeingest.app.flat.FlatSeries;
import org.lakeingest.engine.Pipeline;
import org.lakeingest.engine.PipelineHealth;

/** Metrics and health over HTTP. */
final class AdminModule extends AbstractModule {
    @Provides
    @Singleton
    AdminServer server(
            AdminOptions options, PipelineSettings settings, Pipeline pipeline, PrometheusMeterRegistry registry) {
        FlatSeries series = new FlatSeries(registry);
        Supplier<String> metrics = settings.flat() ? () -> registry.scrape() + series.scrape() : registry::scrape;
        return new AdminServer(options, () -> health(pipeline.health()), metrics);
    }

    private static Health health(PipelineHealth now) {
        Map<String, Object> details = new LinkedHashMap<>();
        details.put("state", now.state().name());
        details.put("rows", now.rows());
        details.put("in-flight-bytes", now.inFlightBytes());
        details.put("oldest-in-flight-seconds", now.oldestInFlight().toMillis() / 1e3);
        now.lag().ifPresent(lag -> details.put("lag", lag));
        return new Health(now.live(), now.ready(), now.reason(), details);
    }
}
