package org.lakeingest.api;

/** A {@link ComponentFactory} for a {@link Decoder}. */
public interface DecoderFactory<C extends Record> extends ComponentFactory<Decoder, C> {}
