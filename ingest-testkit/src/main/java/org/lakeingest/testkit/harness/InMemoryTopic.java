package org.lakeingest.testkit.harness;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.lakeingest.api.RecordBatch;
import org.lakeingest.api.SourcePartition;
import org.lakeingest.testkit.RecordBatches;

/**
 * A partitioned log, and the positions that a group has committed in it. Shared by the {@link InMemorySource}s of a group.
 * Confined to the test's thread.
 */
public final class InMemoryTopic {
    private static final byte[] POISON = "poison".getBytes(UTF_8);

    private static final byte[] SKIPPED = "skipped".getBytes(UTF_8);

    private final String name;
    private final List<List<byte[]>> partitions = new ArrayList<>();
    private final Map<SourcePartition, Long> committed = new HashMap<>();

    public InMemoryTopic(String name, int partitions) {
        this.name = name;
        for (int i = 0; i < partitions; i++) {
            this.partitions.add(new ArrayList<>());
        }
    }

    public SourcePartition partition(int number) {
        return new SourcePartition(name, RecordBatches.INCARNATION, number);
    }

    public int partitions() {
        return partitions.size();
    }

    public List<SourcePartition> all() {
        List<SourcePartition> all = new ArrayList<>();
        for (int i = 0; i < partitions.size(); i++) {
            all.add(partition(i));
        }
        return all;
    }

    /** Appends this many good records. */
    public void append(int partition, int records) {
        for (int i = 0; i < records; i++) {
            List<byte[]> log = partitions.get(partition);
            log.add(("row " + log.size()).getBytes(UTF_8));
        }
    }

    /** Appends records that {@link HarnessDecoder} makes no row of. */
    public void appendSkipped(int partition, int records) {
        for (int i = 0; i < records; i++) {
            partitions.get(partition).add(SKIPPED);
        }
    }

    /** Appends a record that {@link HarnessDecoder} rejects; answers its offset. */
    public long appendPoison(int partition) {
        partitions.get(partition).add(POISON);
        return partitions.get(partition).size() - 1L;
    }

    public long end(SourcePartition partition) {
        return partitions.get(partition.number()).size();
    }

    /** The group's position; 0 when it has none. */
    public long committed(SourcePartition partition) {
        return committed.getOrDefault(partition, 0L);
    }

    void commit(SourcePartition partition, long position) {
        committed.put(partition, position);
    }

    RecordBatch read(SourcePartition partition, long from, int records) {
        RecordBatches batch = RecordBatches.at(partition, from);
        List<byte[]> log = partitions.get(partition.number());
        for (int i = 0; i < records; i++) {
            batch.record((byte[]) null, log.get(Math.toIntExact(from + i)));
        }
        return batch.build();
    }

    static boolean isPoison(byte[] array, int offset, int length) {
        return Arrays.equals(array, offset, offset + length, POISON, 0, POISON.length);
    }

    static boolean isSkipped(byte[] array, int offset, int length) {
        return Arrays.equals(array, offset, offset + length, SKIPPED, 0, SKIPPED.length);
    }
}
