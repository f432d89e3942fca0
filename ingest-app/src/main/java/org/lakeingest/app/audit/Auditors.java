package org.lakeingest.app.audit;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Clock;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.lakeingest.api.Decoder;
import org.lakeingest.api.LogAudit;
import org.lakeingest.api.PluginContext;
import org.lakeingest.api.TargetAudit;
import org.lakeingest.api.Transformer;
import org.lakeingest.app.PipelineComponent;
import org.lakeingest.app.PipelineSettings;
import org.lakeingest.app.cli.CommandFailure;
import org.lakeingest.engine.PipelineRuntime;

/** Makes what an audit asks out of a pipeline's components. */
public final class Auditors {
    private static final int CONFIGURATION = 2;

    private Auditors() {}

    /**
     * Audits a pipeline, whether it runs or not.
     *
     * @param progress told what goes on
     * @throws CommandFailure when source or sink cannot be audited
     */
    public static AuditReport audit(PipelineSettings settings, AuditOptions options, Consumer<String> progress) {
        try (PipelineRuntime runtime =
                        new PipelineRuntime(settings.name(), Clock.systemUTC(), new SimpleMeterRegistry());
                LogAudit log = log(settings, runtime);
                TargetAudit target = target(settings, runtime);
                RecordFates fates = fates(settings, runtime);
                Letters letters = letters(settings, runtime)) {
            Set<String> searched = new HashSet<>();
            while (true) {
                AuditReport report = new Audit(
                                settings.name(),
                                new Audit.Parts(log, target, fates, letters, searched, options, progress))
                        .run();
                // Which tables rows name is known once records were decoded; then all is counted again with them.
                if (!searched.addAll(target.alsoIn(report.elsewhere))) {
                    return report;
                }
                progress.accept("looking into tables that rows name, " + searched.size() + " by now");
            }
        }
    }

    private static RecordFates fates(PipelineSettings settings, PipelineRuntime runtime) {
        List<Transformer> transformers = settings.transformers().stream()
                .map(each -> each.create(runtime.context(each.registered().name())))
                .toList();
        PipelineComponent<Decoder> decoder = settings.decoder();
        return new RecordFates(
                decoder.create(runtime.context(decoder.registered().name())), transformers);
    }

    private static LogAudit log(PipelineSettings settings, PipelineRuntime runtime) {
        PipelineComponent<?> source = settings.source();
        return source.logAudit(runtime.context(source.registered().name())).orElseThrow(() -> impossible(source));
    }

    private static TargetAudit target(PipelineSettings settings, PipelineRuntime runtime) {
        PipelineComponent<?> sink = settings.sink();
        PluginContext context = runtime.context(
                sink.registered().name(),
                settings.options().delivery(),
                Optional.empty(),
                settings.source().identity());
        return sink.targetAudit(context).orElseThrow(() -> impossible(sink));
    }

    /** None where the pipeline has no queue, or one that cannot be read. */
    private static Letters letters(PipelineSettings settings, PipelineRuntime runtime) {
        return new Letters(settings.deadLetters()
                .flatMap(
                        queue -> queue.reader(runtime.context(queue.registered().name()))));
    }

    private static CommandFailure impossible(PipelineComponent<?> component) {
        return new CommandFailure(
                CONFIGURATION, "the " + component.title() + " cannot be audited: it has no way to be looked at", null);
    }
}
