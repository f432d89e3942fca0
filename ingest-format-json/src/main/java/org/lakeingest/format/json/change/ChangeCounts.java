package org.lakeingest.format.json.change;

import org.lakeingest.api.Metrics;

/** What is left out on purpose. Confined to one thread. */
final class ChangeCounts {
    private final Metrics.Counter tombstones;
    private final Metrics.Counter messages;
    private long newTombstones;
    private long newMessages;

    ChangeCounts(Metrics metrics) {
        tombstones = metrics.counter("changes.tombstones", "Tombstones behind deletes, which say nothing new.");
        messages =
                metrics.counter("changes.messages", "Messages in the log of a database (op m), which change no row.");
    }

    void tombstone() {
        newTombstones++;
    }

    void message() {
        newMessages++;
    }

    void report() {
        tombstones.add(newTombstones);
        messages.add(newMessages);
        newTombstones = 0;
        newMessages = 0;
    }
}
