package org.lakeingest.app.wiring;

import com.google.inject.AbstractModule;
import com.google.inject.Provides;
import com.google.inject.Singleton;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import org.lakeingest.api.DeadLetterQueue;
import org.lakeingest.api.Decoder;
import org.lakeingest.api.Sink;
import org.lakeingest.api.Source;
import org.lakeingest.api.Transformer;
import org.lakeingest.app.PipelineSettings;
import org.lakeingest.app.flat.LogrusLine;
import org.lakeingest.engine.FatalHandler;
import org.lakeingest.engine.Pipeline;
import org.lakeingest.engine.PipelineOptions;
import org.lakeingest.engine.PipelineRuntime;

/** The pipeline out of its components. */
final class PipelineModule extends AbstractModule {
    @Provides
    @Singleton
    PipelineRuntime runtime(PipelineSettings settings, Clock clock, MeterRegistry meters) {
        return new PipelineRuntime(settings.name(), clock, meters);
    }

    @Provides
    @Singleton
    Pipeline pipeline(
            PipelineRuntime runtime,
            PipelineOptions options,
            PipelineSettings settings,
            IntFunction<Source> sources,
            Supplier<Decoder> decoders,
            Supplier<List<Transformer>> transformers,
            Outputs outputs) {
        Pipeline.Builder builder = Pipeline.builder(runtime)
                .options(options)
                .source(sources)
                .decoder(decoders)
                .transformers(transformers)
                .sink(outputs.sink())
                .fatalHandler(FatalHandler.halting(message -> fatal(message, settings.flat())));
        outputs.deadLetters().ifPresent(builder::deadLetters);
        return builder.build();
    }

    /** Where records end. */
    record Outputs(Sink sink, Optional<DeadLetterQueue> deadLetters) {}

    @Provides
    @Singleton
    Outputs outputs(Sink sink, Optional<DeadLetterQueue> deadLetters) {
        return new Outputs(sink, deadLetters);
    }

    private static String fatal(String message, boolean flat) {
        return flat ? LogrusLine.format(Instant.now(), "fatal", message) : message;
    }
}
