package org.lakeingest.api;

import java.util.Optional;

/** Receives rows. Valid only during the call it was passed to. */
public interface RowCollector {
    /**
     * The appender for rows of this schema bound for this target; asking with another pair starts a new row batch. Keep one
     * {@link Schema} instance per distinct schema: it is compared by identity first.
     */
    RowAppender appender(Target target, Schema schema);

    /** Gives up input {@code inputIndex}; the error policy decides between failing, skipping and dead-lettering. */
    void reject(int inputIndex, IngestException reason);

    /**
     * What the target of the records in hand holds, where the sink {@linkplain KnowsTargets knows} and takes these rows as they are; empty
     * otherwise, also for whoever has a transformer behind it. The same instance until something changed; ask once per call.
     *
     * @throws IngestException while the sink cannot say; let it pass, and the call is repeated later
     */
    default Optional<TargetColumns> columnsOf(Target target) {
        return Optional.empty();
    }

    /**
     * Whether rows should have those columns only that something is said of: a column that a row lacks stays as it is in its target,
     * and one that is null becomes null there. What is made of different columns belongs in row batches of different schemas.
     */
    default boolean takesPartialRows() {
        return false;
    }
}
