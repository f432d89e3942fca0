package org.lakeingest.engine;

import org.lakeingest.api.ErrorCode;
import org.lakeingest.api.ErrorKind;

/** What can go wrong in the engine itself. */
public enum EngineErrorCode implements ErrorCode {
    /** Opening the sink or joining the source's group did not succeed within the start timeout. */
    START_TIMEOUT(ErrorKind.TRANSIENT),
    /** A write was retried for as long as {@code retry.give-up-after} allows. */
    RETRIES_EXHAUSTED(ErrorKind.TRANSIENT),
    /** The drain deadline passed with ranges in flight; they will be read again. */
    DRAIN_INCOMPLETE(ErrorKind.TRANSIENT),
    /** The guarantee that {@code delivery} asks for cannot be kept by this sink. */
    DELIVERY_UNSUPPORTED(ErrorKind.CONFIGURATION),
    /** A stage's policy is dead-letter, and there is nowhere to keep dead letters. */
    NO_DEAD_LETTERS(ErrorKind.CONFIGURATION),
    /** More records were given up than {@code max-dead-letters} allows. */
    TOO_MANY_REJECTED(ErrorKind.CONFIGURATION),
    /** A dead letter was refused by the queue that should keep it. */
    DEAD_LETTER_REFUSED(ErrorKind.CONFIGURATION),
    /** A component threw something that is no {@code IngestException}. */
    COMPONENT_BUG(ErrorKind.INTERNAL),
    /** A source broke its contract: ranges that do not follow each other, or of partitions that are not assigned. */
    SOURCE_PROTOCOL(ErrorKind.INTERNAL),
    /** A sink broke its contract: an outcome reported twice, or a kind that does not fit. */
    SINK_PROTOCOL(ErrorKind.INTERNAL),
    /** A thread of the engine died. */
    THREAD_DEATH(ErrorKind.INTERNAL);

    private final ErrorKind kind;

    EngineErrorCode(ErrorKind kind) {
        this.kind = kind;
    }

    @Override
    public ErrorKind kind() {
        return kind;
    }
}
