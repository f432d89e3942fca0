package org.lakeingest.api;

import java.util.Locale;

/** Where on its way a record was given up. Each stage has an error policy of its own. */
public enum RejectStage {
    /** Its key could not be read, or names no row. */
    KEY,
    /** Its value could not be decoded. */
    DECODE,
    /** A transformer could do nothing with a row of it. */
    TRANSFORM,
    /** No target could be found for a row of it. */
    ROUTING,
    /** It asks for columns that the target neither has nor may get. */
    EVOLUTION,
    /** The sink surely refused a row of it. */
    LOAD;

    /** As it is written in files, headers and metrics: {@code decode}. */
    public String text() {
        return name().toLowerCase(Locale.ROOT);
    }
}
