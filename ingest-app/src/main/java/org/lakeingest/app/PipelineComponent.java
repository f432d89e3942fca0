package org.lakeingest.app;

import java.util.Optional;
import java.util.function.Supplier;
import org.lakeingest.api.AuditsLog;
import org.lakeingest.api.AuditsTarget;
import org.lakeingest.api.ComponentFactory;
import org.lakeingest.api.DeadLetterReader;
import org.lakeingest.api.IdentifiesSource;
import org.lakeingest.api.LogAudit;
import org.lakeingest.api.PluginContext;
import org.lakeingest.api.ReadsDeadLetters;
import org.lakeingest.api.Replay;
import org.lakeingest.api.SourceIdentity;
import org.lakeingest.api.TakesReplays;
import org.lakeingest.api.TargetAudit;
import org.lakeingest.app.plugin.PluginBoundary;
import org.lakeingest.app.plugin.PluginRegistry;

/**
 * A factory and the settings bound for it. Immutable; {@link #create} may be called from any thread.
 *
 * @param registered the factory
 * @param config an instance of the factory's own record
 * @param <T> what it makes
 */
public record PipelineComponent<T>(
        PluginRegistry.Registered<? extends ComponentFactory<? extends T, ?>> registered, Record config) {

    /** {@code sink 'lake'}. */
    public String title() {
        return registered.point().title() + " '" + registered.name() + "'";
    }

    /** A new instance behind its {@link PluginBoundary}. */
    public T create(PluginContext context) {
        return wrapped(() -> create(registered.factory(), context));
    }

    /** What reads the letters of a dead-letter queue; empty when its factory has nothing that does. */
    @SuppressWarnings("unchecked") // config was bound to factory.configType()
    public Optional<DeadLetterReader> reader(PluginContext context) {
        return registered.factory() instanceof ReadsDeadLetters<?> reads
                ? Optional.of(wrapped(() -> ((ReadsDeadLetters<Record>) reads).reader(config, context)))
                : Optional.empty();
    }

    /**
     * What puts records back to where a source reads them; empty when its factory has nothing that does.
     *
     * @param to another topic than the one each record was read from
     */
    @SuppressWarnings("unchecked") // config was bound to factory.configType()
    public Optional<Replay> replay(PluginContext context, Optional<String> to, boolean keepTimestamps) {
        return registered.factory() instanceof TakesReplays<?> takes
                ? Optional.of(wrapped(() -> ((TakesReplays<Record>) takes).replay(config, context, to, keepTimestamps)))
                : Optional.empty();
    }

    /** What shows the log of a source; empty when its factory has nothing that does. */
    @SuppressWarnings("unchecked") // config was bound to factory.configType()
    public Optional<LogAudit> logAudit(PluginContext context) {
        return registered.factory() instanceof AuditsLog<?> audits
                ? Optional.of(wrapped(() -> ((AuditsLog<Record>) audits).auditLog(config, context)))
                : Optional.empty();
    }

    /** Who the sources are; empty when their factory does not say so. */
    @SuppressWarnings("unchecked") // config was bound to factory.configType()
    public Optional<SourceIdentity> identity() {
        return registered.factory() instanceof IdentifiesSource<?> identifies
                ? Optional.of(((IdentifiesSource<Record>) identifies).identify(config))
                : Optional.empty();
    }

    /** What shows the targets of a sink; empty when its factory has nothing that does. */
    @SuppressWarnings("unchecked") // config was bound to factory.configType()
    public Optional<TargetAudit> targetAudit(PluginContext context) {
        return registered.factory() instanceof AuditsTarget<?> audits
                ? Optional.of(wrapped(() -> ((AuditsTarget<Record>) audits).auditTarget(config, context)))
                : Optional.empty();
    }

    private <R> R wrapped(Supplier<R> creation) {
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        thread.setContextClassLoader(registered.loader());
        try {
            return PluginBoundary.wrap(creation.get(), title(), registered.loader());
        } finally {
            thread.setContextClassLoader(before);
        }
    }

    @SuppressWarnings("unchecked") // config was bound to factory.configType()
    private <R extends T, C extends Record> R create(ComponentFactory<R, C> factory, PluginContext context) {
        return factory.create((C) config, context);
    }
}
