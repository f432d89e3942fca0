package org.lakeingest.lake;

import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import org.jspecify.annotations.Nullable;
import org.lakeingest.api.IngestException;

/**
 * A failure inside the sink that does not yet know what it was part of. {@link #inContext} makes the exception that leaves the
 * sink. The reason is one line and holds no record content.
 */
final class LakeException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** The lake's own code. */
    static final int UNKNOWN_TABLE = 1025;

    private final LakeErrorCode code;
    private final int serverCode;

    /** With {@code serverCode} 0 when the lake gave none. */
    LakeException(LakeErrorCode code, int serverCode, String reason, @Nullable Throwable cause) {
        super(reason, cause);
        this.code = code;
        this.serverCode = serverCode;
    }

    LakeException(LakeErrorCode code, String reason) {
        this(code, 0, reason, null);
    }

    LakeErrorCode code() {
        return code;
    }

    int serverCode() {
        return serverCode;
    }

    boolean isUnknownTable() {
        return serverCode == UNKNOWN_TABLE;
    }

    /** Whatever a future failed with, as one of ours. */
    static LakeException of(Throwable failure) {
        Throwable cause = failure;
        while ((cause instanceof CompletionException || cause instanceof ExecutionException)
                && cause.getCause() != null) {
            cause = cause.getCause();
        }
        if (cause instanceof LakeException lake) {
            return lake;
        }
        if (cause instanceof IngestException ingest && ingest.code() instanceof LakeErrorCode code) {
            return new LakeException(code, 0, String.valueOf(ingest.getMessage()), ingest);
        }
        return new LakeException(
                LakeErrorCode.LAKE_UNEXPECTED, 0, cause.getClass().getName(), cause);
    }

    /** The exception for the engine: what was tried, why it failed, what to do. */
    static IngestException inContext(String what, Throwable failure) {
        Throwable cause = failure;
        while (cause instanceof CompletionException && cause.getCause() != null) {
            cause = cause.getCause();
        }
        if (cause instanceof IngestException ingest) {
            return IngestException.atRecord(
                    ingest.code(), ingest.recordOffset(), what + ": " + ingest.getMessage(), ingest);
        }
        LakeException lake = of(cause);
        return IngestException.atRecord(
                lake.code,
                lake.recordOffset(),
                what + ": " + lake.getMessage() + " (" + lake.code.advice() + ")",
                lake);
    }

    /** Of the record that it is about; -1 when nobody knows. */
    private long recordOffset() {
        return getCause() instanceof IngestException known ? known.recordOffset() : -1;
    }
}
