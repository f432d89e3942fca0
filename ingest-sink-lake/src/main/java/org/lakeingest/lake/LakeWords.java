package org.lakeingest.lake;

/**
 * What the lake said of data that it refused, as the cause of a failure. It quotes values, so nobody logs it; a dead letter, which
 * holds the record anyway, has it among its reasons.
 */
final class LakeWords extends RuntimeException {
    private static final long serialVersionUID = 1L;

    LakeWords(String text) {
        super(text, null, false, false);
    }
}
