package org.lakeingest.api;

import org.jspecify.annotations.Nullable;

/**
 * The only exception that crosses the SPI on purpose. Anything else is treated as kind INTERNAL.
 *
 * <p>The message says what, which partition and range or which option, and what to do; it never carries record content.
 */
public final class IngestException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient ErrorCode code;

    public IngestException(ErrorCode code, String message) {
        this(code, message, null);
    }

    public IngestException(ErrorCode code, String message, @Nullable Throwable cause) {
        super(message, cause);
        this.code = code;
    }

    public ErrorCode code() {
        return code;
    }
}
