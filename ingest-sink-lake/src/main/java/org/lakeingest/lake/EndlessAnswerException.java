package org.lakeingest.lake;

import java.io.IOException;

/** An answer is longer than anything that the lake has to say to us. */
final class EndlessAnswerException extends IOException {
    private static final long serialVersionUID = 1L;

    EndlessAnswerException(long limit) {
        super("the answer is longer than " + limit + " bytes");
    }
}
