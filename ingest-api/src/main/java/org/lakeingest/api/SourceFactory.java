package org.lakeingest.api;

/** A {@link ComponentFactory} for a {@link Source}. */
public interface SourceFactory<C extends Record> extends ComponentFactory<Source, C> {}
