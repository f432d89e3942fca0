package org.lakeingest.app.wiring;

import com.google.inject.AbstractModule;
import com.google.inject.Provides;
import com.google.inject.Singleton;
import java.util.List;
import java.util.Optional;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import org.lakeingest.api.DeadLetterQueue;
import org.lakeingest.api.Decoder;
import org.lakeingest.api.PluginContext;
import org.lakeingest.api.Sink;
import org.lakeingest.api.Source;
import org.lakeingest.api.StoresDeadLetters;
import org.lakeingest.api.Transformer;
import org.lakeingest.app.PipelineComponent;
import org.lakeingest.app.PipelineSettings;
import org.lakeingest.engine.PipelineRuntime;

/** From factories to components: a source per worker, decoder and transformers per lane, one sink, one queue or none. */
final class PluginModule extends AbstractModule {
    @Provides
    @Singleton
    IntFunction<Source> sources(PipelineSettings settings, PipelineRuntime runtime) {
        PluginContext context = context(settings.source(), runtime);
        return worker -> settings.source().create(context);
    }

    @Provides
    @Singleton
    Supplier<Decoder> decoders(PipelineSettings settings, PipelineRuntime runtime) {
        PluginContext context = context(settings.decoder(), runtime);
        return () -> settings.decoder().create(context);
    }

    @Provides
    @Singleton
    Supplier<List<Transformer>> transformers(PipelineSettings settings, PipelineRuntime runtime) {
        return () -> settings.transformers().stream()
                .map(each -> each.create(context(each, runtime)))
                .toList();
    }

    @Provides
    @Singleton
    Sink sink(PipelineSettings settings, PipelineRuntime runtime) {
        PipelineComponent<Sink> sink = settings.sink();
        return sink.create(runtime.context(
                sink.registered().name(),
                settings.options().delivery(),
                settings.deadLetters().map(PipelineComponent::config),
                settings.source().identity()));
    }

    /** Empty as well when the sink, which has seen the settings, keeps dead letters with its rows. */
    @Provides
    @Singleton
    Optional<DeadLetterQueue> deadLetters(PipelineSettings settings, PipelineRuntime runtime, Sink sink) {
        return sink instanceof StoresDeadLetters
                ? Optional.empty()
                : settings.deadLetters().map(queue -> queue.create(context(queue, runtime)));
    }

    private static PluginContext context(PipelineComponent<?> component, PipelineRuntime runtime) {
        return runtime.context(component.registered().name());
    }
}
