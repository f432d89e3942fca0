package org.lakeingest.testkit;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;

/** A clock that moves when it is told to. Thread-safe. */
public final class ManualClock extends Clock {
    private volatile Instant now;

    /** Starts at 2026-01-01T00:00:00Z. */
    public ManualClock() {
        this(Instant.parse("2026-01-01T00:00:00Z"));
    }

    public ManualClock(Instant start) {
        this.now = start;
    }

    /** Moves on; a negative duration moves back, as clocks of real machines do. */
    public synchronized void advance(Duration duration) {
        now = now.plus(duration);
    }

    public synchronized void set(Instant instant) {
        now = instant;
    }

    @Override
    public Instant instant() {
        return now;
    }

    @Override
    public ZoneId getZone() {
        return ZoneOffset.UTC;
    }

    /** Shows the same time in another zone: it moves with this one. */
    @Override
    public Clock withZone(ZoneId zone) {
        return new Elsewhere(zone);
    }

    private final class Elsewhere extends Clock {
        private final ZoneId zone;

        Elsewhere(ZoneId zone) {
            this.zone = zone;
        }

        @Override
        public Instant instant() {
            return ManualClock.this.instant();
        }

        @Override
        public ZoneId getZone() {
            return zone;
        }

        @Override
        public Clock withZone(ZoneId other) {
            return new Elsewhere(other);
        }
    }
}
