package org.lakeingest.lake;

/** How far a call got before it failed; decides whether the lake can have acted on it. */
enum CallPhase {
    /** No connection yet: the lake knows nothing. */
    CONNECTING,
    /** Headers or a part of the body are on their way; a request with a length is not acted on before its end. */
    SENDING,
    /** The whole request was handed to the network; perhaps a part of the answer came. */
    SENT
}
