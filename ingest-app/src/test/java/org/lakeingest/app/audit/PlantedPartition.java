package org.lakeingest.app.audit;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.lakeingest.api.ColumnType;
import org.lakeingest.api.DeadLetter;
import org.lakeingest.api.DeadLetterFilter;
import org.lakeingest.api.DeadLetterReader;
import org.lakeingest.api.Decoder;
import org.lakeingest.api.IngestException;
import org.lakeingest.api.LogAudit;
import org.lakeingest.api.LogPartition;
import org.lakeingest.api.OffsetRange;
import org.lakeingest.api.RecordBatch;
import org.lakeingest.api.RowAppender;
import org.lakeingest.api.Schema;
import org.lakeingest.api.SourcePartition;
import org.lakeingest.api.Target;
import org.lakeingest.api.TargetAudit;
import org.lakeingest.app.AppErrorCode;
import org.lakeingest.testkit.RecordBatches;

/** A log of one partition and a table, offset by offset, both asked as an audit asks. */
final class PlantedPartition implements LogAudit, TargetAudit {
    static final SourcePartition PARTITION = new SourcePartition("orders", "cluster/topic", 3);
    private static final int BATCH = 7;
    private static final String BAD = "bad";

    /** What the log has at an offset. */
    enum Entry {
        RECORD,
        FILTERED,
        BAD,
        MARKER
    }

    final List<Entry> log;
    final int[] rows;
    final long logStart;
    final long position;

    @Nullable
    Long kept;

    String obstacle = "";
    String remark = "";
    final Set<Long> letters = new TreeSet<>();

    PlantedPartition(List<Entry> log, int[] rows, long logStart, long position) {
        this.log = log;
        this.rows = rows;
        this.logStart = logStart;
        this.position = position;
    }

    AuditReport audit(AuditOptions options, int page) {
        RecordFates fates = new RecordFates(decoder(), List.of());
        return new Audit(
                        "orders",
                        new Audit.Parts(
                                this,
                                this,
                                fates,
                                new Letters(Optional.of(letterReader())),
                                Set.of(),
                                options,
                                line -> {}),
                        page)
                .run();
    }

    private DeadLetterReader letterReader() {
        return new DeadLetterReader() {
            @Override
            public void read(DeadLetterFilter filter, Visitor visitor) {
                letters.forEach(offset -> visitor.visit(new DeadLetter(
                        PARTITION,
                        offset,
                        0,
                        false,
                        new byte[0],
                        new byte[0],
                        List.of(),
                        0,
                        "decode",
                        "CODE",
                        "why",
                        1,
                        "p",
                        "v",
                        Instant.EPOCH)));
            }

            @Override
            public void close() {}
        };
    }

    /** A value "bad" is given up. */
    private static Decoder decoder() {
        Schema schema = new Schema(List.of(new Schema.Field("v", ColumnType.of(ColumnType.Kind.STRING), true)));
        return (origin, payloads, output) -> {
            for (int i = 0; i < payloads.size(); i++) {
                if (!payloads.isNull(i) && payloads.length(i) == BAD.length()) {
                    output.reject(i, new IngestException(AppErrorCode.SETTING_DOUBTFUL, "bad"));
                } else if (!payloads.isNull(i)) {
                    RowAppender row = output.appender(Target.DEFAULT, schema);
                    row.beginRow(i);
                    row.endRow();
                }
            }
        };
    }

    @Override
    public List<LogPartition> partitions() {
        return List.of(
                new LogPartition(PARTITION, new OffsetRange(logStart, log.size()), OptionalLong.of(position), false));
    }

    @Override
    public void read(SourcePartition partition, List<OffsetRange> ranges, Consumer<RecordBatch> batches) {
        for (OffsetRange range : ranges) {
            for (long at = range.start(); at < range.end(); at += BATCH) {
                RecordBatches batch = RecordBatches.at(PARTITION, at);
                for (long offset = at; offset < Math.min(range.end(), at + BATCH); offset++) {
                    switch (log.get((int) offset)) {
                        case RECORD -> batch.record("key", "a row");
                        case FILTERED -> batch.tombstone("key");
                        case BAD -> batch.record("key", BAD);
                        case MARKER -> batch.gap(1);
                    }
                }
                batches.accept(batch.build());
            }
        }
    }

    @Override
    public Optional<Map<SourcePartition, Long>> positions() {
        return kept == null ? Optional.empty() : Optional.of(Map.of(PARTITION, kept));
    }

    @Override
    public List<String> problems() {
        return List.of();
    }

    @Override
    public Map<String, Auditable> auditable(List<String> streams) {
        Optional<String> reason = Optional.of(obstacle).filter(text -> !text.isEmpty());
        return Map.of("orders", new Auditable("t", reason, Optional.of(remark).filter(text -> !text.isEmpty())));
    }

    @Override
    public Map<SourcePartition, RowCounts> count(Map<SourcePartition, OffsetRange> below) {
        Map<SourcePartition, RowCounts> counts = new HashMap<>();
        below.forEach((partition, range) -> {
            TreeSet<Long> there = new TreeSet<>();
            long all = 0;
            long beyond = 0;
            for (int offset = 0; offset < rows.length; offset++) {
                if (range.contains(offset) && rows[offset] > 0) {
                    there.add((long) offset);
                    all += rows[offset];
                } else if (offset >= range.end()) {
                    beyond += rows[offset];
                }
            }
            OffsetRange span =
                    there.isEmpty() ? new OffsetRange(0, 0) : new OffsetRange(there.first(), there.last() + 1);
            counts.put(partition, new RowCounts(all, there.size(), span, beyond));
        });
        return counts;
    }

    @Override
    public List<OffsetRange> gaps(SourcePartition partition, OffsetRange within, int most) {
        List<OffsetRange> gaps = new ArrayList<>();
        long last = -1;
        for (long offset = within.start(); offset < within.end() && gaps.size() < most; offset++) {
            if (rows[(int) offset] > 0) {
                if (last >= 0 && offset - last > 1) {
                    gaps.add(new OffsetRange(last + 1, offset));
                }
                last = offset;
            }
        }
        return gaps;
    }

    @Override
    public List<OffsetRange> doubles(SourcePartition partition, OffsetRange within, int most) {
        List<OffsetRange> doubles = new ArrayList<>();
        long offset = within.start();
        while (offset < within.end() && doubles.size() < most) {
            long end = offset;
            while (end < within.end() && rows[(int) end] > 1) {
                end++;
            }
            if (end > offset) {
                doubles.add(new OffsetRange(offset, end));
            }
            offset = end + 1;
        }
        return doubles;
    }

    @Override
    public void close() {}
}
