package org.lakeingest.api;

/** A sink whose writers keep positions in the same transaction as the rows. */
public interface TransactionalSink extends Sink {
    @Override
    TransactionalWriter openWriter(WriterContext context);
}
