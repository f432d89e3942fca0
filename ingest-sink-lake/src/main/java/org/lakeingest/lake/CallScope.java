package org.lakeingest.lake;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import okhttp3.Call;

/** The open calls of one owner, so that it can cancel them without touching those of others. Thread-safe. */
final class CallScope {
    private final Set<Call> open = ConcurrentHashMap.newKeySet();
    private volatile boolean cancelled;

    void add(Call call) {
        open.add(call);
        if (cancelled) {
            call.cancel();
        }
    }

    void remove(Call call) {
        open.remove(call);
    }

    boolean isCancelled() {
        return cancelled;
    }

    /** Cancels every open call and every later one. Idempotent. */
    void cancel() {
        cancelled = true;
        open.forEach(Call::cancel);
    }
}
