package org.lakeingest.app.audit;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.ToLongFunction;

/** An audit as a table for people. */
public final class AuditText {
    private static final String ROW = "  %-28s %12s %12s %12s %12s %10s %8s %8s %10s";

    private AuditText() {}

    /** Several lines, without one at the end. */
    public static String of(AuditReport report) {
        List<String> lines = new ArrayList<>();
        lines.add(String.format(
                Locale.ROOT,
                ROW,
                "PARTITION",
                "FIRST",
                "LAST",
                "POSITION",
                "ROWS",
                "EXPLAINED",
                "LOST",
                "DOUBLED",
                "IN FLIGHT"));
        report.partitions.forEach(each -> lines.add(row(each)));
        lines.add(String.format(
                Locale.ROOT,
                ROW,
                "total",
                "",
                "",
                "",
                counted(report, each -> each.rows),
                counted(report, PartitionReport::explained),
                counted(report, each -> each.lost),
                counted(report, PartitionReport::doubled),
                counted(report, each -> each.inFlight)));
        lines.add("");
        explanations(report, lines);
        report.problems.forEach(each -> lines.add("  WRONG      " + each));
        report.findings.forEach(each -> lines.add(finding(each)));
        if (report.more) {
            lines.add("             and more, which --findings N names");
        }
        report.unchecked.forEach(each -> lines.add("  UNCHECKED  " + each));
        report.remarks.forEach(each -> lines.add("  NOTE       " + each));
        lines.add("  Positions are " + (report.keptBySink ? "those of the ledger." : "those the group has committed."));
        lines.add("  " + verdict(report));
        return String.join(System.lineSeparator(), lines);
    }

    private static String row(PartitionReport each) {
        boolean none = each.distinct == 0;
        return String.format(
                Locale.ROOT,
                ROW,
                each.name(),
                none ? "-" : each.span.start(),
                none ? "-" : each.span.end() - 1,
                each.position < 0 ? "-" : each.position,
                each.counted ? each.rows : "-",
                each.counted ? each.explained() : "-",
                each.counted ? each.lost : "-",
                each.counted ? each.doubled() : "-",
                each.counted ? each.inFlight : "-");
    }

    private static String counted(AuditReport report, ToLongFunction<PartitionReport> what) {
        boolean any = report.partitions.stream().anyMatch(each -> each.counted);
        return any ? String.valueOf(report.sum(what)) : "-";
    }

    private static void explanations(AuditReport report, List<String> lines) {
        explain(report, lines, each -> each.removed, "no longer in the log (retention, or an administrator)");
        explain(
                report,
                lines,
                each -> each.log.compacted() ? each.absent : 0,
                "no record: replaced by later ones (compaction), marks of transactions, or aborted");
        explain(
                report,
                lines,
                each -> each.log.compacted() ? 0 : each.absent,
                "no record: marks of transactions, or records of aborted ones");
        explain(report, lines, each -> each.filtered, "records that the pipeline makes no row of");
        explain(report, lines, each -> each.lettered, "records that are dead letters");
        explain(report, lines, each -> each.rejected, "records that the pipeline can do nothing with, and skips");
    }

    private static void explain(
            AuditReport report, List<String> lines, ToLongFunction<PartitionReport> what, String why) {
        long offsets = report.sum(what);
        if (offsets > 0) {
            lines.add("  EXPLAINED  " + offsets + " offsets: " + why);
        }
    }

    private static String finding(Finding finding) {
        return String.format(
                Locale.ROOT, "  %-10s %s (%d): %s", finding.kind(), finding.name(), finding.records(), finding.why());
    }

    private static String verdict(AuditReport report) {
        return switch (report.verdict()) {
            case CLEAN -> "Clean: below the positions nothing is lost and nothing doubled.";
            case FINDINGS ->
                "NOT RIGHT: " + report.sum(each -> each.lost) + " records lost, " + report.sum(PartitionReport::doubled)
                        + " rows too many.";
            case INCOMPLETE -> "INCOMPLETE: nothing is wrong with what could be looked at, which is not everything.";
        };
    }
}
