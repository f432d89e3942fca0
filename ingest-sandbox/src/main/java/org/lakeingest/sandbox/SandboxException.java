package org.lakeingest.sandbox;

import org.jspecify.annotations.Nullable;

/** Something a sandbox service was asked for did not work. The message is one line: what, where, and what to do. */
public final class SandboxException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public SandboxException(String message) {
        this(message, null);
    }

    public SandboxException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
