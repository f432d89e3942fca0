package org.lakeingest.lake.ledger;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.lakeingest.api.IngestException;
import org.lakeingest.api.SourcePartition;
import org.lakeingest.api.WriteBatch;

/** What waits for a transaction, in order. Not thread-safe: guarded by the committer. */
final class CommitQueue {
    /** More than this is no longer little: a transaction that loads it takes longer for the rows than for itself. */
    private static final long WORTHWHILE_ROWS = 20_000;

    private static final long WORTHWHILE_BYTES = 8L << 20;

    private final List<Packet> packets = new ArrayList<>();
    /** Where batches that were refused ended. */
    private final Map<SourcePartition, Long> refused = new HashMap<>();

    private final int mostTables;
    private final int mostFiles;

    CommitQueue(int mostTables, int mostFiles) {
        this.mostTables = mostTables;
        this.mostFiles = mostFiles;
    }

    void add(Packet packet) {
        packets.add(packet);
    }

    /** Back to where they were taken from. */
    void putBack(List<Packet> first) {
        packets.addAll(0, first);
    }

    /** Gives up the entries that this is true of. */
    void doom(Predicate<Entry> which, IngestException reason) {
        for (Packet packet : packets) {
            for (Entry entry : packet.entries) {
                if (entry.doom == null && which.test(entry)) {
                    entry.doom = reason;
                }
            }
        }
    }

    /**
     * Takes out what is doomed and no longer read.
     *
     * @param unwanted receives files that hold rows which are not to be written any more
     */
    List<Entry> sweep(List<List<StagedFile>> unwanted) {
        List<Entry> gone = new ArrayList<>();
        for (Iterator<Packet> all = packets.iterator(); all.hasNext(); ) {
            Packet packet = all.next();
            if (packet.staging) {
                continue;
            }
            int before = gone.size();
            for (Entry entry : packet.entries) {
                if (entry.doom != null || !entry.isOpen()) {
                    gone.add(entry);
                }
            }
            if (gone.size() > before) {
                packet.entries.removeAll(gone.subList(before, gone.size()));
                if (packet.files != null) {
                    unwanted.add(packet.files);
                }
                packet.files = null;
                packet.failure = null;
            }
            if (packet.entries.isEmpty()) {
                all.remove();
            }
        }
        return gone;
    }

    List<Packet> needingFiles() {
        List<Packet> needing = new ArrayList<>();
        for (Packet packet : packets) {
            if (packet.needsFiles()) {
                needing.add(packet);
            }
        }
        return needing;
    }

    /** Takes out the first packet that has no files for ever and nothing of its partitions before it. */
    @Nullable
    Packet takeFailed() {
        Set<SourcePartition> before = new HashSet<>();
        for (Packet packet : packets) {
            if (packet.failure != null && packet.partitions().stream().noneMatch(before::contains)) {
                packets.remove(packet);
                return packet;
            }
            before.addAll(packet.partitions());
        }
        return null;
    }

    /**
     * Takes out what can go into one transaction: nothing overtakes anything of its partition, ranges of a partition follow each
     * other, tables and files stay within the limits.
     */
    List<Packet> takeReady() {
        List<Packet> taken = new ArrayList<>();
        Set<SourcePartition> blocked = new HashSet<>();
        Map<SourcePartition, Entry> last = new HashMap<>();
        Set<String> tables = new HashSet<>();
        int files = 0;
        for (Packet packet : packets) {
            List<StagedFile> staged = packet.files;
            Set<SourcePartition> partitions = packet.partitions();
            boolean free = partitions.stream().noneMatch(blocked::contains);
            if (staged == null || !free || !follows(packet, last) || (packet.solo && !taken.isEmpty())) {
                blocked.addAll(partitions);
                continue;
            }
            Set<String> all = new HashSet<>(tables);
            staged.forEach(file -> all.add(file.table()));
            if (!taken.isEmpty() && (all.size() > mostTables || files + staged.size() > mostFiles)) {
                break;
            }
            taken.add(packet);
            packet.entries.forEach(entry -> last.put(entry.partition(), entry));
            tables.addAll(all);
            files += staged.size();
            if (packet.solo) {
                break;
            }
        }
        packets.removeAll(taken);
        return taken;
    }

    /** What is left of such a batch keeps its partition waiting, so it is not kept waiting itself. */
    void refused(WriteBatch batch) {
        refused.put(batch.partition(), batch.range().end());
    }

    private boolean isRest(Entry entry) {
        Long end = refused.get(entry.partition());
        return end != null && entry.batch.range().end() <= end;
    }

    /** Whether what has its files is so much, or so urgent, that waiting for more gains nothing. */
    boolean isWorthwhile() {
        long rows = 0;
        long bytes = 0;
        for (Packet packet : packets) {
            if (packet.files != null) {
                for (Entry entry : packet.entries) {
                    rows += entry.batch.rowCount();
                    bytes += entry.batch.sizeInBytes();
                    if (entry.first || isRest(entry)) {
                        return true;
                    }
                }
            }
        }
        return rows >= WORTHWHILE_ROWS || bytes >= WORTHWHILE_BYTES;
    }

    private static boolean follows(Packet packet, Map<SourcePartition, Entry> last) {
        Set<SourcePartition> seen = new HashSet<>();
        for (Entry entry : packet.entries) {
            Entry previous = seen.add(entry.partition()) ? last.get(entry.partition()) : null;
            if (previous != null && !entry.follows(previous)) {
                return false;
            }
        }
        return true;
    }

    boolean isEmpty() {
        return packets.isEmpty();
    }
}
