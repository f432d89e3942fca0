package org.lakeingest.api;

/**
 * A {@link SourceFactory} that can say who its sources are before there is any, so that a sink which keeps their positions can
 * tell them from those of others.
 *
 * @param <C> the factory's configuration
 */
public interface IdentifiesSource<C extends Record> {
    /** Free of I/O; callable from any thread. */
    SourceIdentity identify(C config);
}
