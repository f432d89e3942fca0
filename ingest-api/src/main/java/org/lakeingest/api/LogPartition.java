package org.lakeingest.api;

import java.util.OptionalLong;

/**
 * One partition of a log at one moment.
 *
 * @param held from the first offset that is kept up to the end that a reader may read to
 * @param committed the position that the pipeline's readers have committed, empty for none
 * @param compacted whether the log drops records that were replaced by later ones
 */
public record LogPartition(SourcePartition partition, OffsetRange held, OptionalLong committed, boolean compacted) {}
