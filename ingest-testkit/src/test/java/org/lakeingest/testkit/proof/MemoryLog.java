package org.lakeingest.testkit.proof;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.lakeingest.testkit.SourceContract.Published;

/** A stream of numbered partitions and the one group that reads it, in memory. Used by one thread. */
final class MemoryLog {
    private final List<List<@Nullable Published>> partitions = new ArrayList<>();
    private final Map<Integer, Long> committed = new HashMap<>();
    private final List<MemorySource> members = new ArrayList<>();
    private final Map<Integer, MemorySource> owners = new HashMap<>();

    MemoryLog(int count) {
        for (int i = 0; i < count; i++) {
            partitions.add(new ArrayList<>());
        }
    }

    void append(int partition, List<Published> records) {
        partitions.get(partition).addAll(records);
    }

    /** The next offset holds no record. */
    void gap(int partition) {
        partitions.get(partition).add(null);
    }

    List<@Nullable Published> records(int partition) {
        return partitions.get(partition);
    }

    OptionalLong committed(int partition) {
        Long position = committed.get(partition);
        return position == null ? OptionalLong.empty() : OptionalLong.of(position);
    }

    void commit(int partition, long position) {
        committed.put(partition, position);
    }

    void join(MemorySource member) {
        members.add(member);
    }

    void leave(MemorySource member) {
        members.remove(member);
        owners.values().removeIf(owner -> owner == member);
    }

    /** What this member should own: every n-th partition. */
    Set<Integer> share(MemorySource member) {
        Set<Integer> share = new HashSet<>();
        int place = members.indexOf(member);
        for (int i = 0; place >= 0 && i < partitions.size(); i++) {
            if (i % members.size() == place) {
                share.add(i);
            }
        }
        return share;
    }

    boolean take(int partition, MemorySource member) {
        return owners.putIfAbsent(partition, member) == null;
    }

    void give(int partition) {
        owners.remove(partition);
    }
}
