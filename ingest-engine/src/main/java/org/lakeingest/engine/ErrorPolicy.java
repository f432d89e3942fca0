package org.lakeingest.engine;

import java.util.Locale;

/** What becomes of a record that can never become rows. */
public enum ErrorPolicy {
    /** The pipeline finishes what is before it and stops. */
    FAIL,
    /** It is kept with its reason where dead letters go, and the pipeline goes on. */
    DEAD_LETTER,
    /** It is counted, and the pipeline goes on without it. */
    SKIP;

    /** As it is written in files and metrics: {@code dead-letter}. */
    public String text() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
