package org.lakeingest.app.audit;

import java.util.Set;
import org.lakeingest.api.SourcePartition;

/**
 * What to look at.
 *
 * @param partitions each as its topic, a slash and its number, or as its number alone; empty for all
 * @param since the first offset of every partition to look at
 * @param skips whether the pipeline may leave records out that it can do nothing with
 * @param mostFindings how many are named
 */
public record AuditOptions(Set<String> partitions, long since, boolean skips, int mostFindings) {
    public AuditOptions {
        partitions = Set.copyOf(partitions);
    }

    boolean wants(SourcePartition partition) {
        return partitions.isEmpty()
                || partitions.contains(String.valueOf(partition.number()))
                || partitions.contains(partition.stream() + "/" + partition.number());
    }
}
