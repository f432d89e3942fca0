package org.lakeingest.app.audit;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.lakeingest.api.LogAudit;
import org.lakeingest.api.LogPartition;
import org.lakeingest.api.OffsetRange;
import org.lakeingest.api.SourcePartition;
import org.lakeingest.api.TargetAudit;
import org.lakeingest.api.TargetAudit.RowCounts;

/**
 * Compares a log with a target while a pipeline may be running between them. The position up to which rows must be there is read
 * first and everything else after it, so that whatever moves meanwhile moves behind it. Used once, by one thread.
 */
final class Audit {
    private static final int PAGE = 50_000;

    private final Parts parts;
    private final AuditReport report;
    private final int page;

    /**
     * What an audit works with; the caller closes it.
     *
     * @param fates what the pipeline makes of records
     * @param letters what it has kept aside
     * @param searched the targets named by rows that are looked into
     * @param progress told what goes on
     */
    record Parts(
            LogAudit log,
            TargetAudit target,
            RecordFates fates,
            Letters letters,
            Set<String> searched,
            AuditOptions options,
            Consumer<String> progress) {}

    /** Connects to nothing yet. */
    Audit(String pipeline, Parts parts) {
        this(pipeline, parts, PAGE);
    }

    /** @param page gaps that are asked for at a time */
    Audit(String pipeline, Parts parts, int page) {
        this.parts = parts;
        this.page = page;
        this.report = new AuditReport(pipeline, parts.options().mostFindings());
    }

    /** Looks at everything. */
    AuditReport run() {
        parts.progress().accept("asking for positions");
        // What the group has committed follows what the sink keeps, so it is read before; the ends of the log after.
        Map<SourcePartition, OptionalLong> committed = new HashMap<>();
        parts.log().partitions().forEach(each -> committed.put(each.partition(), each.committed()));
        Optional<Map<SourcePartition, Long>> kept = parts.target().positions();
        report.keptBySink = kept.isPresent();
        List<LogPartition> partitions = parts.log().partitions().stream()
                .filter(each -> parts.options().wants(each.partition()))
                .toList();
        if (partitions.isEmpty()) {
            report.unchecked.add("none of the partitions " + parts.options().partitions() + " exists");
        }
        Map<String, TargetAudit.Auditable> tables = parts.target()
                .auditable(partitions.stream()
                        .map(each -> each.partition().stream())
                        .distinct()
                        .toList());
        remark(tables);
        for (LogPartition partition : partitions) {
            add(
                    partition,
                    committed.getOrDefault(partition.partition(), OptionalLong.empty()),
                    kept.orElse(Map.of()).get(partition.partition()),
                    tables);
        }
        count(tables);
        report.problems.addAll(parts.target().problems());
        PartitionAudit each = new PartitionAudit(parts, report, page);
        report.partitions.forEach(each::judge);
        remarkElsewhere();
        remarkUnproven();
        return report;
    }

    private void add(
            LogPartition partition,
            OptionalLong committed,
            @Nullable Long kept,
            Map<String, TargetAudit.Auditable> tables) {
        TargetAudit.Auditable table = tables.get(partition.partition().stream());
        long position = kept == null ? committed.orElse(-1) : kept;
        PartitionReport added = new PartitionReport(partition, table == null ? "" : table.table(), position);
        added.typed = table != null && table.remark().isPresent();
        report.partitions.add(added);
        if (kept != null && committed.isPresent() && committed.getAsLong() > kept) {
            report.found(new Finding(
                    Finding.Kind.AHEAD,
                    partition.partition(),
                    new OffsetRange(kept, committed.getAsLong()),
                    committed.getAsLong() - kept,
                    "the group has committed positions beyond those that the sink keeps with the rows"));
        }
    }

    private void remark(Map<String, TargetAudit.Auditable> tables) {
        tables.forEach((stream, table) -> {
            table.obstacle()
                    .ifPresent(reason ->
                            add(report.unchecked, "rows cannot be compared in " + table.table() + ": " + reason));
            table.remark().ifPresent(remark -> add(report.remarks, remark));
        });
    }

    private void remarkElsewhere() {
        long elsewhere =
                report.partitions.stream().mapToLong(each -> each.elsewhere).sum();
        if (elsewhere > 0) {
            report.unchecked.add(
                    elsewhere + " records go to tables that their rows name, where they were not looked for");
        }
    }

    private void remarkUnproven() {
        long unproven = report.sum(each -> each.unproven);
        if (unproven > 0) {
            report.unchecked.add(unproven
                    + " records have no row, and may be lost or have been left out: on-error is skip for rows that the target"
                    + " does not take, and leaves no trace; dead-letter would");
        }
    }

    private static void add(List<String> list, String line) {
        if (!list.contains(line)) {
            list.add(line);
        }
    }

    private void count(Map<String, TargetAudit.Auditable> tables) {
        Map<SourcePartition, OffsetRange> ranges = new LinkedHashMap<>();
        for (PartitionReport each : report.partitions) {
            TargetAudit.Auditable table = tables.get(each.log.partition().stream());
            if (table != null && table.obstacle().isEmpty()) {
                ranges.put(each.log.partition(), PartitionAudit.judged(each, parts.options()));
            }
        }
        if (ranges.isEmpty()) {
            return;
        }
        parts.progress().accept("counting the rows of " + ranges.size() + " partitions");
        Map<SourcePartition, RowCounts> counts = parts.target().count(ranges);
        for (PartitionReport each : report.partitions) {
            RowCounts found = counts.get(each.log.partition());
            if (found != null) {
                each.counted = true;
                each.rows = found.rows();
                each.distinct = found.distinct();
                each.span = found.span();
                each.inFlight = found.beyond();
            }
        }
    }
}
