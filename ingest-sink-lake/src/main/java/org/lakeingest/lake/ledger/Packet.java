package org.lakeingest.lake.ledger;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.lakeingest.api.IngestException;
import org.lakeingest.api.SourcePartition;
import org.lakeingest.api.WriteBatch;

/** Batches that share files. Guarded by the committer. */
final class Packet {
    /** In the order of each partition; those without an outcome. */
    final List<Entry> entries;

    /** Goes into a transaction of its own, to find out which batch is refused. */
    final boolean solo;

    /** Files of exactly these entries; null while they are being made. */
    @Nullable
    List<StagedFile> files;

    /** Why there are no files. */
    @Nullable
    IngestException failure;

    /** Whether the files are being made, so that the batches are being read. */
    boolean staging;

    /** Whether the record that the lake refuses was looked for. */
    boolean searched;

    /** Transactions that came to nothing. */
    int tries;

    Packet(List<Entry> entries, boolean solo) {
        this.entries = new ArrayList<>(entries);
        this.solo = solo;
    }

    boolean needsFiles() {
        return !staging && files == null && failure == null && !entries.isEmpty();
    }

    List<WriteBatch> batches() {
        List<WriteBatch> batches = new ArrayList<>(entries.size());
        for (Entry entry : entries) {
            batches.add(entry.batch);
        }
        return batches;
    }

    Set<SourcePartition> partitions() {
        Set<SourcePartition> partitions = new HashSet<>();
        for (Entry entry : entries) {
            partitions.add(entry.partition());
        }
        return partitions;
    }

    /** The same with its files, for a transaction of its own. */
    Packet alone() {
        Packet alone = new Packet(entries, true);
        alone.files = files;
        alone.tries = tries;
        return alone;
    }

    /** The same batches in two packets, without files. */
    List<Packet> halves() {
        int half = entries.size() / 2;
        return List.of(
                new Packet(entries.subList(0, half), true), new Packet(entries.subList(half, entries.size()), true));
    }
}
