package org.lakeingest.api;

/** Receives rows. Valid only during the call it was passed to. */
public interface RowCollector {
    /**
     * The appender for rows of this schema bound for this target; asking with another pair starts a new row batch. Keep one
     * {@link Schema} instance per distinct schema: it is compared by identity first.
     */
    RowAppender appender(Target target, Schema schema);

    /** Gives up input {@code inputIndex}; the error policy decides between failing, skipping and dead-lettering. */
    void reject(int inputIndex, IngestException reason);
}
