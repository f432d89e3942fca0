package org.lakeingest.app.cli;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Optional;
import org.lakeingest.api.DeadLetterQueue;
import org.lakeingest.api.DeadLetterReader;
import org.lakeingest.api.PluginContext;
import org.lakeingest.api.Replay;
import org.lakeingest.app.PipelineComponent;
import org.lakeingest.app.PipelineFile;
import org.lakeingest.app.PipelineSettings;
import org.lakeingest.engine.PipelineRuntime;

/** The queue of a pipeline file, and the source that its records came from. Confined to one thread. */
final class DlqQueue implements AutoCloseable {
    private final PipelineSettings settings;
    private final PipelineComponent<DeadLetterQueue> queue;
    private final PipelineRuntime runtime;
    private final DeadLetterReader reader;

    private DlqQueue(
            PipelineSettings settings,
            PipelineComponent<DeadLetterQueue> queue,
            PipelineRuntime runtime,
            DeadLetterReader reader) {
        this.settings = settings;
        this.queue = queue;
        this.runtime = runtime;
        this.reader = reader;
    }

    /** Connects to nothing yet. */
    static DlqQueue of(Path file) {
        PipelineSettings settings = PipelineFile.read(file).bind(Home.plugins());
        PipelineComponent<DeadLetterQueue> queue = settings.deadLetters()
                .orElseThrow(() -> new CommandFailure(
                        Failures.CONFIGURATION,
                        file
                                + " has no section dead-letters, so there is no queue; a pipeline without one stops in front of"
                                + " the first record that it cannot load",
                        null));
        PipelineRuntime runtime = new PipelineRuntime(settings.name(), Clock.systemUTC(), new SimpleMeterRegistry());
        Optional<DeadLetterReader> reader =
                queue.reader(runtime.context(queue.registered().name()));
        if (reader.isEmpty()) {
            runtime.close();
            throw new CommandFailure(
                    Failures.CONFIGURATION, "the " + queue.title() + " cannot be read by this program", null);
        }
        return new DlqQueue(settings, queue, runtime, reader.get());
    }

    DeadLetterReader reader() {
        return reader;
    }

    /** {@code dead-letter queue 'kafka'}. */
    String title() {
        return queue.title();
    }

    /** What puts records back; it is not open yet. */
    Replay replay(Optional<String> to, boolean keepTimestamps) {
        PluginContext context = runtime.context(settings.source().registered().name());
        return settings.source()
                .replay(context, to, keepTimestamps)
                .orElseThrow(() -> new CommandFailure(
                        Failures.CONFIGURATION, "the " + settings.source().title() + " takes no records back", null));
    }

    @Override
    public void close() {
        reader.close();
        runtime.close();
    }
}
