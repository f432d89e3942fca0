package org.lakeingest.app.wiring;

import com.google.inject.AbstractModule;
import com.google.inject.Provides;
import com.google.inject.Singleton;
import java.time.Clock;
import org.lakeingest.app.PipelineSettings;
import org.lakeingest.app.admin.AdminOptions;
import org.lakeingest.engine.PipelineOptions;

/** The bound pipeline file, whole and in the parts that others ask for. */
final class ConfigModule extends AbstractModule {
    private final PipelineSettings settings;

    ConfigModule(PipelineSettings settings) {
        this.settings = settings;
    }

    @Provides
    PipelineSettings settings() {
        return settings;
    }

    @Provides
    PipelineOptions options() {
        return settings.options();
    }

    @Provides
    AdminOptions admin() {
        return settings.admin();
    }

    @Provides
    @Singleton
    Clock clock() {
        return Clock.systemUTC();
    }
}
