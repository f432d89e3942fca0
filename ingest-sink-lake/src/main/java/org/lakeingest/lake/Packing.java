package org.lakeingest.lake;

import java.util.List;
import java.util.Map;
import org.lakeingest.api.WriteBatch;

/**
 * What became of batches that were packed.
 *
 * @param files in the order in which their tables first appear; none when there are no rows
 * @param refused batches with rows that have no table; nothing of them is in a file
 */
record Packing(List<Packed> files, Map<WriteBatch, LakeException> refused) {
    /** A file and the batches whose rows are in it, in order. */
    record Packed(PackedFile file, List<WriteBatch> sources) {}
}
