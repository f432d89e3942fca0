package org.lakeingest.app.audit;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.lakeingest.api.OffsetRange;
import org.lakeingest.api.RecordBatch;

/** Sorts gaps of one partition into what is lost and what was never to be written. Confined to one thread. */
final class GapReader {
    private final Audit.Parts parts;
    private final PartitionReport report;
    private final AuditReport all;
    private List<OffsetRange> reading = List.of();
    private int current;
    private long records;
    private long start = -1;
    private long end;
    private long lost;

    GapReader(Audit.Parts parts, PartitionReport report, AuditReport all) {
        this.parts = parts;
        this.report = report;
        this.all = all;
    }

    /** Takes one gap, which may be none. */
    void sortOne(long from, long to) {
        if (from < to) {
            sort(List.of(new OffsetRange(from, to)));
        }
    }

    /** Takes gaps, ascending, each time behind those before. */
    void sort(List<OffsetRange> gaps) {
        OffsetRange held = report.log.held();
        List<OffsetRange> there = new ArrayList<>(gaps.size());
        long offsets = 0;
        for (OffsetRange gap : gaps) {
            report.gaps++;
            report.removed += Math.max(0, Math.min(gap.end(), held.start()) - gap.start());
            @Nullable OffsetRange part = overlap(gap, held);
            if (part != null) {
                there.add(part);
                offsets += part.end() - part.start();
            }
        }
        reading = there;
        current = 0;
        records = 0;
        if (!there.isEmpty()) {
            parts.log().read(report.log.partition(), there, this::take);
        }
        endRun();
        report.absent += offsets - records;
    }

    private static @Nullable OffsetRange overlap(OffsetRange a, OffsetRange b) {
        long from = Math.max(a.start(), b.start());
        long to = Math.min(a.end(), b.end());
        return from < to ? new OffsetRange(from, to) : null;
    }

    private void take(RecordBatch batch) {
        parts.progress()
                .accept("reading what the log has in gaps of " + report.name() + ", at offset "
                        + batch.range().end() + " of "
                        + reading.get(reading.size() - 1).end());
        if (batch.size() == 0) {
            return;
        }
        records += batch.size();
        RecordFates fates = parts.fates();
        RecordFates.Fate[] what = fates.of(batch);
        for (int i = 0; i < what.length; i++) {
            if (parts.letters().has(report.log.partition(), batch.offset(i))) {
                report.lettered++;
            } else {
                sort(batch.offset(i), what[i], fates.target(i));
            }
        }
    }

    private void sort(long offset, RecordFates.Fate what, String target) {
        switch (what) {
            case ROWS -> missing(offset);
            case NOTHING -> report.filtered++;
            case ELSEWHERE -> {
                if (parts.searched().contains(target)) {
                    missing(offset);
                } else {
                    report.elsewhere++;
                    all.elsewhere.add(target);
                }
            }
            case REJECTED -> {
                if (parts.options().skips()) {
                    report.rejected++;
                } else {
                    lost(offset);
                }
            }
        }
    }

    /** A row that is not there. Whether the target refused it then, nobody can say now. */
    private void missing(long offset) {
        AuditOptions options = parts.options();
        if (options.skipsRows() || (report.typed && options.skips())) {
            report.unproven++;
        } else {
            lost(offset);
        }
    }

    /** Lost offsets of one gap are one finding, whatever lies between them. */
    private void lost(long offset) {
        report.lost++;
        if (start < 0 || !reading.get(current).contains(offset)) {
            endRun();
            while (!reading.get(current).contains(offset)) {
                current++;
            }
            start = offset;
        }
        end = offset + 1;
        lost++;
    }

    private void endRun() {
        if (start >= 0) {
            all.found(new Finding(
                    Finding.Kind.LOST,
                    report.log.partition(),
                    new OffsetRange(start, end),
                    lost,
                    "the log has these records, the table has no rows of them"));
        }
        start = -1;
        lost = 0;
    }
}
