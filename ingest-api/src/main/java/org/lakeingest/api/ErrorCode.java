package org.lakeingest.api;

import java.util.Optional;

/** Implemented by one enum per module. The name is stable: it is a metric tag and an entry in the error reference. */
public interface ErrorCode {
    String name();

    ErrorKind kind();

    /**
     * Of a code of kind RECORD: the stage whose error policy decides. Empty means where it was said: decoders decode,
     * transformers transform, sinks load.
     */
    default Optional<RejectStage> stage() {
        return Optional.empty();
    }
}
