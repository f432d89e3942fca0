package org.lakeingest.app.wiring;

import com.google.inject.AbstractModule;
import com.google.inject.Provides;
import com.google.inject.Singleton;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.jvm.ClassLoaderMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmGcMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmThreadMetrics;
import io.micrometer.core.instrument.binder.system.ProcessorMetrics;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import org.lakeingest.app.PipelineSettings;
import org.lakeingest.app.admin.ProcessMetrics;
import org.lakeingest.app.flat.FlatSeries;

/** The meter registry, with the meters of JVM and process. */
final class MetricsModule extends AbstractModule {
    @Provides
    @Singleton
    PrometheusMeterRegistry registry(PipelineSettings settings) {
        PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
        if (settings.flat()) {
            registry.config().meterFilter(FlatSeries.buckets());
        }
        new ClassLoaderMetrics().bindTo(registry);
        new JvmMemoryMetrics().bindTo(registry);
        new JvmThreadMetrics().bindTo(registry);
        new ProcessorMetrics().bindTo(registry);
        new ProcessMetrics().bindTo(registry);
        return registry;
    }

    /** Listens to the collector until it is closed. */
    @Provides
    @Singleton
    JvmGcMetrics collector(PrometheusMeterRegistry registry) {
        JvmGcMetrics collector = new JvmGcMetrics();
        collector.bindTo(registry);
        return collector;
    }

    @Provides
    MeterRegistry meters(PrometheusMeterRegistry registry) {
        return registry;
    }
}
