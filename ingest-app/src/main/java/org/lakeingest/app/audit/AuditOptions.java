package org.lakeingest.app.audit;

import java.util.Arrays;
import java.util.Set;
import org.lakeingest.api.RejectStage;
import org.lakeingest.api.SourcePartition;
import org.lakeingest.engine.ErrorPolicy;
import org.lakeingest.engine.OnErrorOptions;

/**
 * What to look at.
 *
 * @param partitions each as its topic, a slash and its number, or as its number alone; empty for all
 * @param since the first offset of every partition to look at
 * @param skips whether the pipeline may leave records out that it can make no rows of
 * @param skipsRows whether it may leave records out whose rows the target does not take
 * @param mostFindings how many are named
 */
public record AuditOptions(Set<String> partitions, long since, boolean skips, boolean skipsRows, int mostFindings) {
    public AuditOptions {
        partitions = Set.copyOf(partitions);
    }

    /** With the policies of a pipeline. */
    public static AuditOptions of(Set<String> partitions, long since, OnErrorOptions onError, int mostFindings) {
        return new AuditOptions(
                partitions,
                since,
                skips(onError, RejectStage.KEY, RejectStage.DECODE, RejectStage.TRANSFORM, RejectStage.ROUTING),
                skips(onError, RejectStage.EVOLUTION, RejectStage.LOAD),
                mostFindings);
    }

    private static boolean skips(OnErrorOptions onError, RejectStage... stages) {
        return Arrays.stream(stages).anyMatch(stage -> onError.policy(stage) == ErrorPolicy.SKIP);
    }

    boolean wants(SourcePartition partition) {
        return partitions.isEmpty()
                || partitions.contains(String.valueOf(partition.number()))
                || partitions.contains(partition.stream() + "/" + partition.number());
    }
}
