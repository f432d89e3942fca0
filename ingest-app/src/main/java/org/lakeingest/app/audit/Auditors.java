package org.lakeingest.app.audit;

import java.util.Optional;
import java.util.function.Supplier;
import org.lakeingest.api.AuditsLog;
import org.lakeingest.api.AuditsTarget;
import org.lakeingest.api.DeadLetterReader;
import org.lakeingest.api.LogAudit;
import org.lakeingest.api.PluginContext;
import org.lakeingest.api.ReadsDeadLetters;
import org.lakeingest.api.TargetAudit;
import org.lakeingest.app.PipelineComponent;
import org.lakeingest.app.PipelineSettings;
import org.lakeingest.app.cli.CommandFailure;
import org.lakeingest.app.plugin.PluginBoundary;
import org.lakeingest.engine.PipelineRuntime;

/** Makes what an audit asks out of a pipeline's components. */
public final class Auditors {
    private static final int CONFIGURATION = 2;

    private Auditors() {}

    /**
     * How the pipeline's log is looked at.
     *
     * @throws CommandFailure when the source cannot be audited
     */
    public static LogAudit log(PipelineSettings settings, PipelineRuntime runtime) {
        PipelineComponent<?> source = settings.source();
        PluginContext context = runtime.context(source.registered().name());
        if (source.registered().factory() instanceof AuditsLog<?> auditing) {
            return behindBoundary(source, () -> openLog(auditing, source.config(), context));
        }
        throw impossible(source);
    }

    /**
     * How the pipeline's targets are looked at.
     *
     * @throws CommandFailure when the sink cannot be audited
     */
    public static TargetAudit target(PipelineSettings settings, PipelineRuntime runtime) {
        PipelineComponent<?> sink = settings.sink();
        PluginContext context =
                runtime.context(sink.registered().name(), settings.options().delivery());
        if (sink.registered().factory() instanceof AuditsTarget<?> auditing) {
            return behindBoundary(sink, () -> openTarget(auditing, sink.config(), context));
        }
        throw impossible(sink);
    }

    /** The dead letters of the pipeline; none where it has no queue, or one that cannot be read. */
    public static Letters letters(PipelineSettings settings, PipelineRuntime runtime) {
        PipelineComponent<?> queue = settings.deadLetters().orElse(null);
        if (queue == null || !(queue.registered().factory() instanceof ReadsDeadLetters<?> reading)) {
            return new Letters(Optional.empty());
        }
        PluginContext context = runtime.context(queue.registered().name());
        return new Letters(Optional.of(behindBoundary(queue, () -> openLetters(reading, queue.config(), context))));
    }

    @SuppressWarnings("unchecked") // config was bound to the factory's own type
    private static <C extends Record> DeadLetterReader openLetters(
            ReadsDeadLetters<C> reading, Record config, PluginContext context) {
        return reading.reader((C) config, context);
    }

    @SuppressWarnings("unchecked") // config was bound to the factory's own type
    private static <C extends Record> LogAudit openLog(AuditsLog<C> auditing, Record config, PluginContext context) {
        return auditing.auditLog((C) config, context);
    }

    @SuppressWarnings("unchecked") // config was bound to the factory's own type
    private static <C extends Record> TargetAudit openTarget(
            AuditsTarget<C> auditing, Record config, PluginContext context) {
        return auditing.auditTarget((C) config, context);
    }

    private static <T> T behindBoundary(PipelineComponent<?> component, Supplier<T> creation) {
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        thread.setContextClassLoader(component.registered().loader());
        try {
            return PluginBoundary.wrap(
                    creation.get(), component.title(), component.registered().loader());
        } finally {
            thread.setContextClassLoader(before);
        }
    }

    private static CommandFailure impossible(PipelineComponent<?> component) {
        return new CommandFailure(
                CONFIGURATION, "the " + component.title() + " cannot be audited: it has no way to be looked at", null);
    }
}
