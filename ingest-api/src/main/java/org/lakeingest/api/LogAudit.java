package org.lakeingest.api;

import java.util.List;
import java.util.function.Consumer;

/**
 * What a log holds. Joins no group, commits nothing and changes nothing, so that it can be asked while a pipeline runs. Confined
 * to one thread; every method waits for the log and throws {@link IngestException}.
 */
public interface LogAudit extends AutoCloseable {
    /** All partitions of the streams that the source reads, as they are now, by stream and number. */
    List<LogPartition> partitions();

    /**
     * Reads what the pipeline would be given of these ranges, and nothing else. Batches come in order and cover the ranges; a
     * batch may be empty and its range then only says how far reading has come.
     *
     * @param ranges ascending, disjoint, not empty, and within what the log holds
     */
    void read(SourcePartition partition, List<OffsetRange> ranges, Consumer<RecordBatch> batches);

    @Override
    void close();
}
