package org.lakeingest.engine;

import java.time.Duration;

/** Range checks that several option records share. */
final class OptionChecks {
    private OptionChecks() {}

    static void positive(String name, Duration value) {
        if (value.isZero() || value.isNegative()) {
            throw new IllegalArgumentException(name + " must be longer than zero, not " + value);
        }
    }

    static void between(String name, int value, int low, int high) {
        if (value < low || value > high) {
            throw new IllegalArgumentException(name + " must be from " + low + " to " + high + ", not " + value);
        }
    }
}
