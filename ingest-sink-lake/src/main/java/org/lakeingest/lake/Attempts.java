package org.lakeingest.lake;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.lakeingest.api.WriteBatch;

/**
 * Groups of batches that were not written whole, and may have been written in part. When such batches come again they are packed
 * exactly as before, so that their file has the name that the lake remembers. Thread-safe.
 */
final class Attempts {
    private static final int MOST = 4096;

    private record Kept(List<String> ids, GroupAttempt attempt) {}

    private final Map<String, Kept> byFirstId = new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Kept> eldest) {
            return size() > MOST;
        }
    };

    /** What is remembered of exactly these batches; something new and empty otherwise. */
    synchronized GroupAttempt of(List<WriteBatch> batches) {
        Kept kept = byFirstId.get(batches.get(0).id());
        return kept != null && starts(batches, 0, kept.ids) && kept.ids.size() == batches.size()
                ? kept.attempt
                : new GroupAttempt();
    }

    /** Called after a failure: remembers the group if there is something to remember. */
    synchronized void failed(List<WriteBatch> batches, GroupAttempt attempt) {
        if (attempt.isEmpty()) {
            settled(batches);
            return;
        }
        List<String> ids = new ArrayList<>(batches.size());
        for (WriteBatch batch : batches) {
            ids.add(batch.id());
        }
        byFirstId.put(ids.get(0), new Kept(ids, attempt));
    }

    /** Called when the outcome of the group is certain. */
    synchronized void settled(List<WriteBatch> batches) {
        byFirstId.remove(batches.get(0).id());
    }

    /** Cuts batches handed over together into groups, in order: remembered ones whole, the rest as it comes. */
    synchronized List<List<WriteBatch>> regroup(List<WriteBatch> batches) {
        List<List<WriteBatch>> groups = new ArrayList<>();
        List<WriteBatch> others = new ArrayList<>();
        int at = 0;
        while (at < batches.size()) {
            Kept kept = byFirstId.get(batches.get(at).id());
            if (kept == null || !starts(batches, at, kept.ids)) {
                others.add(batches.get(at++));
                continue;
            }
            if (!others.isEmpty()) {
                groups.add(others);
                others = new ArrayList<>();
            }
            groups.add(batches.subList(at, at + kept.ids.size()));
            at += kept.ids.size();
        }
        if (!others.isEmpty()) {
            groups.add(others);
        }
        return groups;
    }

    private static boolean starts(List<WriteBatch> batches, int from, List<String> ids) {
        if (from + ids.size() > batches.size()) {
            return false;
        }
        for (int i = 0; i < ids.size(); i++) {
            if (!batches.get(from + i).id().equals(ids.get(i))) {
                return false;
            }
        }
        return true;
    }
}
