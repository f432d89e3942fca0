package org.lakeingest.kafka;

/**
 * Lets other threads end a poll without ever breaking another call of the client: the client remembers a wake-up and throws
 * it from whatever blocks next, which may be the commit inside a rebalance callback. Thread-safe.
 */
final class WakeupGate {
    private final Runnable wakeClient;
    private boolean polling;
    private boolean wanted;

    WakeupGate(Runnable wakeClient) {
        this.wakeClient = wakeClient;
    }

    /** From any thread: ends the poll that runs, or makes the next one short. */
    synchronized void wakeup() {
        wanted = true;
        if (polling) {
            wakeClient.run();
        }
    }

    /** A poll of the client begins; answers whether it should not wait. */
    synchronized boolean beginPoll() {
        polling = true;
        return wanted;
    }

    /** The poll is over, and with it what it was woken for. */
    synchronized void endPoll() {
        polling = false;
        wanted = false;
    }

    /** A callback begins inside the poll: from now on nobody reaches the client. */
    synchronized void beginCallback() {
        polling = false;
    }

    /** The callback is over; the poll ends early if somebody asked for it meanwhile. */
    synchronized void endCallback(boolean insidePoll) {
        polling = insidePoll;
        if (insidePoll && wanted) {
            wakeClient.run();
        }
    }
}
