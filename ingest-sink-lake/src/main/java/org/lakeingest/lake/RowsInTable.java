package org.lakeingest.lake;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import org.lakeingest.api.RowBatch;
import org.lakeingest.api.SourcePartition;
import org.lakeingest.lake.encode.RowIds;
import org.lakeingest.lake.keyed.MissingRows;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Leaves out of a raw file the rows that its table already has: those of a process that ended before their positions were
 * committed, and those of a request whose answer was lost, which may have left a part of its rows. A record's uuid begins with
 * what names its partition, topic id and cluster included, so rows of another topic never count.
 *
 * <p>The table is asked when a partition is new here or comes back after a pause, in which another process may have had it, and
 * again until nothing is found; never while rows flow. Thread-safe.
 */
final class RowsInTable {
    private static final Logger LOG = LoggerFactory.getLogger(RowsInTable.class);

    /** Shorter than any group needs to give a partition to another process and to take it back from it when that one died. */
    private static final Duration PAUSE = Duration.ofSeconds(3);

    private final LakeClient client;
    private final Clock clock;
    private final Map<SourcePartition, Instant> flowing = new ConcurrentHashMap<>();

    RowsInTable(LakeClient client, Clock clock) {
        this.client = client;
        this.clock = clock;
    }

    /** What of the offsets of one partition is asked for. */
    private record Span(long first, long last) {
        Span with(Span other) {
            return new Span(Math.min(first, other.first), Math.max(last, other.last));
        }
    }

    /**
     * The rows that have to be sent, which may be none.
     *
     * @param doubtful whether an earlier request with these rows has not been answered
     */
    CompletableFuture<PackedFile> missing(PackedFile file, boolean doubtful) {
        Map<SourcePartition, Span> spans = spans(file, doubtful);
        if (spans.isEmpty()) {
            return CompletableFuture.completedFuture(file);
        }
        return client.query(question(file.table(), spans), CallPurpose.REPEATABLE)
                .thenApply(answer -> without(file, spans, answer));
    }

    private Map<SourcePartition, Span> spans(PackedFile file, boolean doubtful) {
        Instant since = clock.instant().minus(PAUSE);
        Map<SourcePartition, Span> spans = new HashMap<>();
        for (RowBatch rows : file.batches()) {
            SourcePartition partition = rows.origin().partition();
            Instant last = flowing.get(partition);
            if (doubtful || last == null || last.isBefore(since)) {
                long first = rows.origin().offset(rows.originIndex(0));
                long end = rows.origin().offset(rows.originIndex(rows.rowCount() - 1));
                spans.merge(partition, new Span(first, end), Span::with);
            }
        }
        return spans;
    }

    private static String question(TableName table, Map<SourcePartition, Span> spans) {
        List<String> conditions = new ArrayList<>(spans.size());
        spans.forEach((partition, span) ->
                conditions.add("(kpartition = " + partition.number() + " AND koffset BETWEEN " + span.first() + " AND "
                        + span.last() + " AND uuid LIKE '" + RowIds.prefix(partition) + "%')"));
        return "SELECT DISTINCT uuid, koffset FROM " + table.sql() + " WHERE " + String.join(" OR ", conditions);
    }

    private PackedFile without(PackedFile file, Map<SourcePartition, Span> spans, QueryResult answer) {
        Map<String, SourcePartition> byPrefix = new HashMap<>();
        spans.keySet().forEach(partition -> byPrefix.put(RowIds.prefix(partition), partition));
        Map<SourcePartition, Set<Long>> present = new HashMap<>();
        for (int row = 0; row < answer.rows().size(); row++) {
            SourcePartition partition = byPrefix.get(answer.text(row, 0).substring(0, RowIds.PREFIX_LENGTH));
            if (partition != null) {
                present.computeIfAbsent(partition, any -> new HashSet<>()).add(Long.parseLong(answer.text(row, 1)));
            }
        }
        present.forEach((partition, offsets) -> {
            flowing.remove(partition);
            LOG.info(
                    "{} rows of {}-{} are in {} already and are not sent again",
                    offsets.size(),
                    partition.stream(),
                    partition.number(),
                    file.table());
        });
        spans.keySet().forEach(partition -> {
            if (!present.containsKey(partition)) {
                flowing.put(partition, clock.instant());
            }
        });
        if (present.isEmpty()) {
            return file;
        }
        List<RowBatch> missing = MissingRows.of(file.batches(), present);
        long count = missing.stream().mapToLong(RowBatch::rowCount).sum();
        return new PackedFile(file.table(), null, file.name(), missing, count);
    }

    /** Rows of these partitions flow, so nobody else writes them. */
    void loaded(PackedFile file) {
        Instant now = clock.instant();
        for (RowBatch rows : file.batches()) {
            flowing.computeIfPresent(rows.origin().partition(), (partition, before) -> now);
        }
    }
}
