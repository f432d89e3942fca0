package org.lakeingest.kafka;

import org.lakeingest.api.ErrorCode;
import org.lakeingest.api.ErrorKind;

/** What can go wrong between this source and a Kafka cluster. */
public enum KafkaErrorCode implements ErrorCode {
    /** No broker answered in time, or none of the addresses can be resolved. */
    BROKER_UNREACHABLE(ErrorKind.TRANSIENT),
    /** The cluster answered with an error that it expects to pass. */
    BROKER_BUSY(ErrorKind.TRANSIENT),
    /** A topic does not exist, or its name cannot be one. */
    TOPIC_MISSING(ErrorKind.CONFIGURATION),
    /** The cluster refused the credentials, or none were given. */
    AUTHENTICATION_FAILED(ErrorKind.CONFIGURATION),
    /** The credentials are good and not allowed to do this. */
    AUTHORIZATION_FAILED(ErrorKind.CONFIGURATION),
    /** The client refused a setting, or members of the group do not agree on one. */
    SETTING_REFUSED(ErrorKind.CONFIGURATION),
    /** The broker sent bytes that are no record: the log or the way to it is damaged. */
    LOG_DAMAGED(ErrorKind.CONFIGURATION),
    /** Positions were not committed, since the group has moved on without this member; they are read again. */
    POSITIONS_NOT_COMMITTED(ErrorKind.TRANSIENT),
    /** A topic is not the one that was read before: created again, or cut short. */
    TOPIC_CHANGED(ErrorKind.CONFIGURATION),
    /** The log does not lead up to the position that the sink has kept: it was cut, or has other records there. */
    LOG_TRUNCATED(ErrorKind.CONFIGURATION),
    /** Someone else has set the group's committed positions, and the sink keeps others. */
    POSITIONS_MOVED(ErrorKind.CONFIGURATION),
    /** The sink kept positions that the group has committed, and has none any more. */
    KEPT_POSITIONS_GONE(ErrorKind.CONFIGURATION),
    /** Records were removed from the log before they were read. */
    RECORDS_REMOVED(ErrorKind.CONFIGURATION),
    /** A rejected record does not fit into the topic of the dead letters. */
    DEAD_LETTER_TOO_LARGE(ErrorKind.CONFIGURATION),
    /** Another replay of the same pipeline was started, and took over. */
    REPLAY_TAKEN_OVER(ErrorKind.FENCED),
    /** The poll thread was interrupted. */
    INTERRUPTED(ErrorKind.INTERNAL),
    /** The client failed in a way it does not document. */
    CLIENT_FAILED(ErrorKind.INTERNAL);

    private final ErrorKind kind;

    KafkaErrorCode(ErrorKind kind) {
        this.kind = kind;
    }

    @Override
    public ErrorKind kind() {
        return kind;
    }
}
