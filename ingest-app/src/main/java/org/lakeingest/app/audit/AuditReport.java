package org.lakeingest.app.audit;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.ToLongFunction;

/** The outcome of an audit. Confined to one thread. */
public final class AuditReport {
    final String pipeline;
    final List<PartitionReport> partitions = new ArrayList<>();
    final List<Finding> findings = new ArrayList<>();

    /** What is wrong with the target as a whole. */
    final List<String> problems = new ArrayList<>();

    /** What could not be looked at, and what would have to be switched on. */
    final List<String> unchecked = new ArrayList<>();

    /** What a reader should know besides. */
    final List<String> remarks = new ArrayList<>();

    /** Targets that rows name themselves and that were not looked into. */
    final Set<String> elsewhere = new TreeSet<>();

    /** Findings that are counted and not named. */
    boolean more;

    /** Where the positions come from: what the sink keeps, or what the group has committed. */
    boolean keptBySink;

    private final int mostFindings;

    AuditReport(String pipeline, int mostFindings) {
        this.pipeline = pipeline;
        this.mostFindings = mostFindings;
    }

    void found(Finding finding) {
        if (findings.size() < mostFindings) {
            findings.add(finding);
        } else {
            more = true;
        }
    }

    /** How it ends. */
    public enum Verdict {
        CLEAN,
        /** Something is lost, doubled, or does not fit together. */
        FINDINGS,
        /** Nothing is wrong with what could be looked at, which is not everything. */
        INCOMPLETE
    }

    long sum(ToLongFunction<PartitionReport> what) {
        return partitions.stream().mapToLong(what).sum();
    }

    /** Records that the log has and the target lacks. */
    public long lost() {
        return sum(each -> each.lost);
    }

    /** Rows beyond the first of each offset. */
    public long doubled() {
        return sum(PartitionReport::doubled);
    }

    /** Findings outweigh what could not be looked at. */
    public Verdict verdict() {
        if (!findings.isEmpty() || more || !problems.isEmpty()) {
            return Verdict.FINDINGS;
        }
        return unchecked.isEmpty() ? Verdict.CLEAN : Verdict.INCOMPLETE;
    }
}
