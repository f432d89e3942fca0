package org.lakeingest.api;

/**
 * A {@link SinkFactory} whose targets can be looked at beside a running pipeline, so that an audit can compare them with the log
 * that their rows came from.
 *
 * @param <C> the factory's configuration
 */
public interface AuditsTarget<C extends Record> {
    /** As cheap as {@link ComponentFactory#create}: connections are opened by the first question. */
    TargetAudit auditTarget(C config, PluginContext context);
}
