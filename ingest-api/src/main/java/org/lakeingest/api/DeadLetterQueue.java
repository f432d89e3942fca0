package org.lakeingest.api;

import java.util.concurrent.CompletionStage;

/** Keeps rejected records. No position moves past a record before its stage has completed. Thread-safe. */
public interface DeadLetterQueue extends AutoCloseable {
    CompletionStage<Void> send(RejectedRecord rejected);

    @Override
    void close();
}
