package org.lakeingest.lake;

import java.io.IOException;

/** A call without a whole answer. */
final class CallFailure extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final IOException reason;
    private final CallPhase phase;

    CallFailure(IOException reason, CallPhase phase) {
        super(reason);
        this.reason = reason;
        this.phase = phase;
    }

    IOException reason() {
        return reason;
    }

    CallPhase phase() {
        return phase;
    }
}
