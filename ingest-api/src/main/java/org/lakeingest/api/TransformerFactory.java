package org.lakeingest.api;

/** A {@link ComponentFactory} for a {@link Transformer}. */
public interface TransformerFactory<C extends Record> extends ComponentFactory<Transformer, C> {}
