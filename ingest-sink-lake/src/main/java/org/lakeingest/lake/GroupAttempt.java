package org.lakeingest.lake;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** What earlier attempts at one group of batches left behind, file by file. Thread-safe. */
final class GroupAttempt {
    /** What is known of a file that was to be loaded. */
    enum State {
        /** A load was sent and its outcome did not come back. */
        UNKNOWN,
        /** Its rows are in the table. */
        LOADED
    }

    private final Map<String, State> files = new ConcurrentHashMap<>();

    @Nullable
    State stateOf(PackedFile file) {
        return files.get(file.name());
    }

    void set(PackedFile file, State state) {
        files.put(file.name(), state);
    }

    boolean isEmpty() {
        return files.isEmpty();
    }
}
