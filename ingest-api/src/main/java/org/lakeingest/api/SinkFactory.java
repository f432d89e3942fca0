package org.lakeingest.api;

/** A {@link ComponentFactory} for a {@link Sink}. */
public interface SinkFactory<C extends Record> extends ComponentFactory<Sink, C> {}
