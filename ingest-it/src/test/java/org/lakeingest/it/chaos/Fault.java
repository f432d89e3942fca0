package org.lakeingest.it.chaos;

/** What may become of a request on its way to the lake. */
enum Fault {
    /** The lake does it, and its answer never arrives. */
    DROP_ANSWER,
    /** Half of the request's body arrives. */
    CUT_REQUEST,
    /** Half of the answer's body arrives. */
    CUT_ANSWER,
    /** Somebody in between says no. */
    REFUSE,
    /** Somebody in between says no after the lake has done it. */
    REFUSE_AFTER,
    /** It is held for a while. */
    STALL,
    /** It reaches the lake when its sender has given it up, and before its sender's next transaction begins. */
    LATE,
    /** The sender is killed before the lake hears of it. */
    KILL_BEFORE,
    /** The sender is killed when the lake has done it. */
    KILL_AFTER,
    /** The sender is killed first, and the lake does it afterwards. */
    KILL_LATE,
    /** The sender is stopped by SIGSTOP when the lake has done it. */
    STOP_AFTER;

    boolean kills() {
        return this == KILL_BEFORE || this == KILL_AFTER || this == KILL_LATE;
    }
}
