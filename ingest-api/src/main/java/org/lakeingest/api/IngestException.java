package org.lakeingest.api;

import org.jspecify.annotations.Nullable;

/**
 * The only exception that crosses the SPI on purpose. Anything else is treated as kind INTERNAL.
 *
 * <p>The message says what, which partition and range or which option, and what to do; it never carries record content.
 */
public final class IngestException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private static final long NO_RECORD = -1;

    private final transient ErrorCode code;
    private final long recordOffset;

    public IngestException(ErrorCode code, String message) {
        this(code, message, null);
    }

    public IngestException(ErrorCode code, String message, @Nullable Throwable cause) {
        this(code, NO_RECORD, message, cause);
    }

    private IngestException(ErrorCode code, long recordOffset, String message, @Nullable Throwable cause) {
        super(message, cause);
        this.code = code;
        this.recordOffset = recordOffset;
    }

    /**
     * Of kind RECORD, from a sink that knows which record of a batch it refuses: that spares the search for it.
     *
     * @param offset of a record that the batch has rows of; as a rule the first bad one
     */
    public static IngestException atRecord(ErrorCode code, long offset, String message, @Nullable Throwable cause) {
        return new IngestException(code, offset, message, cause);
    }

    /** The offset of the record that was refused; -1 when it does not say. */
    public long recordOffset() {
        return recordOffset;
    }

    public ErrorCode code() {
        return code;
    }
}
