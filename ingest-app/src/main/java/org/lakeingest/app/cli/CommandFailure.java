package org.lakeingest.app.cli;

import org.jspecify.annotations.Nullable;

/** Ends a command. The message is one line for the user: what, where, what to do. */
public final class CommandFailure extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final int status;

    /**
     * Makes the failure.
     *
     * @param status the exit status: 1 at run time, 2 for configuration or usage
     */
    public CommandFailure(int status, String message, @Nullable Throwable cause) {
        super(message, cause);
        this.status = status;
    }

    public int status() {
        return status;
    }
}
