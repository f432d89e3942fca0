package org.lakeingest.api;

/**
 * A {@link SourceFactory} whose logs can be looked at beside a running pipeline, so that an audit can compare them with what
 * was written.
 *
 * @param <C> the factory's configuration
 */
public interface AuditsLog<C extends Record> {
    /** As cheap as {@link ComponentFactory#create}: connections are opened by the first question. */
    LogAudit auditLog(C config, PluginContext context);
}
