package org.lakeingest.api;

/** What the engine does about an error; the full table is in the error reference. */
public enum ErrorKind {
    /** This record can never be processed: error policy. */
    RECORD,
    /** Nothing happened, trying again may help: retry with back-off. */
    TRANSIENT,
    /** It may or may not have happened: retry if harmless, else reconcile first. */
    INDETERMINATE,
    /**
     * Nothing happened, and trying again helps once a person has changed something outside of the pipeline: only the partitions
     * concerned wait, retried without end, and the pipeline says that it is not ready. From {@code open}: stop, as for
     * CONFIGURATION.
     */
    BLOCKED,
    /** Another writer has taken the partition over: give it up, claim again if it is still assigned. */
    FENCED,
    /** A person must change something: stop, keep positions. */
    CONFIGURATION,
    /** A bug: stop, keep positions. */
    INTERNAL;

    /** Whether the same thing is tried again. */
    public boolean isRetried() {
        return this == TRANSIENT || this == INDETERMINATE || this == BLOCKED;
    }
}
