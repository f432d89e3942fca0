package org.lakeingest.sandbox.lake;

import org.jspecify.annotations.Nullable;

/** Lets the HTTP side stop a statement that another thread executes. Thread-safe. */
final class Cancellation {
    private @Nullable Runnable action;
    private boolean cancelled;

    /** Names what stops the work that is about to start; runs it at once when the statement was stopped already. */
    synchronized void onCancel(Runnable stop) {
        action = stop;
        if (cancelled) {
            stop.run();
        }
    }

    synchronized void clear() {
        action = null;
    }

    synchronized void cancel() {
        cancelled = true;
        if (action != null) {
            action.run();
        }
    }

    synchronized boolean cancelled() {
        return cancelled;
    }
}
