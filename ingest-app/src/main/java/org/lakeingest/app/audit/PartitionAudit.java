package org.lakeingest.app.audit;

import java.util.List;
import java.util.function.Consumer;
import org.lakeingest.api.OffsetRange;
import org.lakeingest.api.TargetAudit;

/** Judges one partition whose rows are counted. Confined to one thread. */
final class PartitionAudit {
    /** Gaps that are asked for at a time. */
    private final int page;

    private final Audit.Parts parts;
    private final TargetAudit target;
    private final AuditOptions options;
    private final AuditReport report;
    private final Consumer<String> progress;

    PartitionAudit(Audit.Parts parts, AuditReport report, int page) {
        this.parts = parts;
        this.target = parts.target();
        this.options = parts.options();
        this.progress = parts.progress();
        this.report = report;
        this.page = page;
    }

    /** From the first offset to look at up to the position. */
    static OffsetRange judged(PartitionReport partition, AuditOptions options) {
        long position = Math.max(0, partition.position);
        return new OffsetRange(Math.min(options.since(), position), position);
    }

    void judge(PartitionReport partition) {
        OffsetRange held = partition.log.held();
        if (partition.position > held.end()) {
            report.found(new Finding(
                    Finding.Kind.TRUNCATED,
                    partition.log.partition(),
                    new OffsetRange(held.end(), partition.position),
                    partition.position - held.end(),
                    "the position is beyond the end of the log, which was cut short or is another one"));
        }
        if (partition.counted) {
            gaps(partition);
            doubles(partition);
        }
    }

    private void gaps(PartitionReport partition) {
        GapReader reader = new GapReader(parts, partition, report);
        OffsetRange judged = judged(partition, options);
        OffsetRange span = partition.span;
        // Below the start of the log and before the first row there is nothing to compare.
        long from = Math.min(Math.max(judged.start(), partition.log.held().start()), judged.end());
        if (partition.distinct == 0) {
            reader.sortOne(from, judged.end());
            return;
        }
        reader.sortOne(from, span.start());
        if (partition.distinct < span.end() - span.start()) {
            between(partition, reader);
        }
        reader.sortOne(span.end(), judged.end());
    }

    /** Each page starts at a row, so that no gap is cut in two. */
    private void between(PartitionReport partition, GapReader reader) {
        OffsetRange span = partition.span;
        long at = span.start();
        while (true) {
            progress.accept("looking for gaps in " + partition.name() + " from " + at + " on");
            List<OffsetRange> gaps = target.gaps(partition.log.partition(), new OffsetRange(at, span.end()), page);
            reader.sort(gaps);
            if (gaps.size() < page) {
                return;
            }
            at = gaps.get(gaps.size() - 1).end();
        }
    }

    private void doubles(PartitionReport partition) {
        if (partition.doubled() == 0) {
            return;
        }
        progress.accept("looking for doubled rows in " + partition.name());
        List<OffsetRange> ranges =
                target.doubles(partition.log.partition(), judged(partition, options), options.mostFindings() + 1);
        for (OffsetRange range : ranges) {
            report.found(new Finding(
                    Finding.Kind.DOUBLED,
                    partition.log.partition(),
                    range,
                    range.end() - range.start(),
                    "the table has more than one row of each of these offsets"));
        }
    }
}
