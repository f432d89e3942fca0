package org.lakeingest.app.flat;

import org.lakeingest.engine.config.Location;

/**
 * The value of a key, or its default. Immutable.
 *
 * @param name of the key, in the table's spelling
 * @param key as the file spells it
 * @param given whether the file has it
 * @param location of the value, or of the file's root
 */
record FlatValue(String name, String key, String text, boolean given, Location location) {
    boolean isTrue() {
        return Boolean.parseBoolean(text);
    }

    /** Of a key whose kind is a number. */
    int number() {
        return Integer.parseInt(text);
    }
}
