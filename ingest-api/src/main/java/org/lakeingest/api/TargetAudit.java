package org.lakeingest.api;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What a target holds, by the offsets that rows came from. Only reads, so that it can be asked while a pipeline runs. Confined to
 * one thread; every method waits for the target and throws {@link IngestException}.
 */
public interface TargetAudit extends AutoCloseable {
    /**
     * The positions that the sink itself keeps, those of partitions that it has written nothing of left out.
     *
     * @return empty when the sink keeps none and the log's committed positions count
     */
    Optional<Map<SourcePartition, Long>> positions();

    /** What is known to be wrong with the target whatever the rows are, one sentence each. */
    List<String> problems();

    /**
     * Where the rows of these streams can be counted.
     *
     * @return a table, or the reason why not, for each stream
     */
    Map<String, Auditable> auditable(List<String> streams);

    /**
     * From now on rows are looked for in these targets, too: names that rows have, as in {@link Target}.
     *
     * @return those that are looked into; rows bound for one of them that are not found are nowhere
     */
    default Set<String> alsoIn(Set<String> targets) {
        return Set.of();
    }

    /**
     * Counts the rows of each partition: those below a position, and those from there on.
     *
     * @param below partitions of streams that are {@linkplain #auditable auditable}, with their positions
     * @return one for each partition asked for
     */
    Map<SourcePartition, RowCounts> count(Map<SourcePartition, OffsetRange> below);

    /**
     * Ranges between two rows of a partition that no row came from.
     *
     * @param within where both rows are
     * @return ascending; the first ones, where there are more than {@code most}
     */
    List<OffsetRange> gaps(SourcePartition partition, OffsetRange within, int most);

    /**
     * Ranges of which every offset has given more than one row.
     *
     * @return ascending; the first ones, where there are more than {@code most}
     */
    List<OffsetRange> doubles(SourcePartition partition, OffsetRange within, int most);

    @Override
    void close();

    /**
     * Whether the rows of a stream can be counted.
     *
     * @param table the table that has one row for each record, or that would have
     * @param obstacle why they cannot be counted, and what would have to be switched on; empty when they can
     * @param remark what is not looked at all the same, a sentence; empty for nothing
     */
    record Auditable(String table, Optional<String> obstacle, Optional<String> remark) {}

    /**
     * Rows of one partition.
     *
     * @param rows those that came from offsets of the range
     * @param distinct the offsets of the range that rows came from
     * @param span from the first of these offsets up to and with the last one; empty when there is none
     * @param beyond rows that came from offsets behind the range
     */
    record RowCounts(long rows, long distinct, OffsetRange span, long beyond) {}
}
