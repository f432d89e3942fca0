package org.lakeingest.lake.ledger;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.lakeingest.api.ErrorKind;
import org.lakeingest.api.IngestException;
import org.lakeingest.api.RowBatch;
import org.lakeingest.api.WriteBatch;

/**
 * Finds the first record of a batch that the lake refuses. Parts of the batch are loaded side by side in transactions that are
 * given up, so nothing is written, no position moves, and the transactions of others go on. Used once.
 */
final class RecordSearch {
    /** As many at a time; a batch of 50,000 records takes six steps. */
    private static final int PARTS = 8;

    private final LedgerLake lake;
    private final WriteBatch batch;
    private final long[] offsets;

    RecordSearch(LedgerLake lake, WriteBatch batch) {
        this.lake = lake;
        this.batch = batch;
        TreeSet<Long> all = new TreeSet<>();
        for (RowBatch rows : batch.rows()) {
            for (int i = 0; i < rows.rowCount(); i++) {
                all.add(BatchPart.offset(rows, i));
            }
        }
        this.offsets = all.stream().mapToLong(Long::longValue).toArray();
    }

    private record LoadKey(String table, Object form) {}

    /** Completes with the refusal of one record, which names it; with null when the parts are not refused as the whole is. */
    CompletableFuture<@Nullable IngestException> find() {
        return offsets.length == 0 ? CompletableFuture.completedFuture(null) : narrow(0, offsets.length);
    }

    /** Among the records of these indexes; one of them is bad. */
    private CompletableFuture<@Nullable IngestException> narrow(int from, int to) {
        int parts = Math.min(PARTS, to - from);
        List<CompletableFuture<@Nullable IngestException>> answers = new ArrayList<>(parts);
        for (int i = 0; i < parts; i++) {
            answers.add(probe(bound(from, to, i, parts), bound(from, to, i + 1, parts)));
        }
        return CompletableFuture.allOf(answers.toArray(new CompletableFuture<?>[0]))
                .thenCompose(done -> firstRefused(from, to, answers));
    }

    private static int bound(int from, int to, int part, int parts) {
        return from + (int) ((long) (to - from) * part / parts);
    }

    private CompletableFuture<@Nullable IngestException> firstRefused(
            int from, int to, List<CompletableFuture<@Nullable IngestException>> answers) {
        for (int i = 0; i < answers.size(); i++) {
            IngestException refusal = answers.get(i).join();
            if (refusal == null) {
                continue;
            }
            int first = bound(from, to, i, answers.size());
            int end = bound(from, to, i + 1, answers.size());
            if (refusal.recordOffset() >= 0) {
                return CompletableFuture.completedFuture(refusal);
            }
            return end - first > 1
                    ? narrow(first, end)
                    : CompletableFuture.completedFuture(IngestException.atRecord(
                            refusal.code(), offsets[first], String.valueOf(refusal.getMessage()), refusal));
        }
        return CompletableFuture.completedFuture(null);
    }

    /** Null when the lake takes them; fails when it cannot be asked. */
    private CompletableFuture<@Nullable IngestException> probe(int from, int to) {
        WriteBatch part = BatchPart.of(batch, offsets[from], offsets[to - 1]);
        return refusal(Steps.then(
                lake.stage(List.of(part)),
                (files, failure) -> failure == null
                        ? tried(files).whenComplete((done, any) -> lake.discard(files))
                        : CompletableFuture.failedFuture(failure)));
    }

    private CompletableFuture<Void> tried(List<StagedFile> files) {
        Map<LoadKey, List<StagedFile>> loads = new LinkedHashMap<>();
        files.forEach(file -> loads.computeIfAbsent(new LoadKey(file.table(), file.form()), any -> new ArrayList<>())
                .add(file));
        return lake.begin().thenCompose(transaction -> {
            CompletableFuture<Void> all = CompletableFuture.completedFuture(null);
            for (List<StagedFile> load : loads.values()) {
                all = all.thenCompose(done -> transaction.load(load)).thenApply(rows -> null);
            }
            return Steps.then(
                    all,
                    (done, failure) -> transaction
                            .rollback()
                            .thenCompose(ended -> failure == null
                                    ? CompletableFuture.<Void>completedFuture(null)
                                    : CompletableFuture.<Void>failedFuture(failure)));
        });
    }

    private static CompletableFuture<@Nullable IngestException> refusal(CompletableFuture<Void> tried) {
        return Steps.then(
                tried,
                (done, failure) -> failure == null || failure.code().kind() == ErrorKind.RECORD
                        ? CompletableFuture.<@Nullable IngestException>completedFuture(failure)
                        : CompletableFuture.<@Nullable IngestException>failedFuture(failure));
    }
}
