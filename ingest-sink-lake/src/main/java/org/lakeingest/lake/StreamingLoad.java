package org.lakeingest.lake;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.lakeingest.api.ErrorKind;
import org.lakeingest.api.Metrics;
import org.lakeingest.lake.encode.EncodedFile;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Rows go straight into the table. At least once: the lake may keep a part of a broken request, and may still be working on one that
 * is repeated. In a raw table the rows that are there already are found, and not sent again.
 *
 * <p>The lake's label for a request tells only that something of it was committed, which may be a part. So it guards requests whose
 * rows can be looked up, and a request that it suppresses is one of unknown outcome.
 */
final class StreamingLoad implements LoadStrategy {
    private static final Logger LOG = LoggerFactory.getLogger(StreamingLoad.class);

    private final LakeClient client;
    private final FilePreparer preparer;
    private final TableManager tables;
    private final CopyStatement statement;
    private final Permits uploads;
    private final Permits loads;
    private final Clock clock;
    private final Metrics.Timer loadTime;
    private final RowsInTable present;

    StreamingLoad(LakeClient client, FilePreparer preparer, SinkParts parts) {
        this.client = client;
        this.preparer = preparer;
        this.tables = parts.tables();
        this.statement = parts.copyStatement();
        this.uploads = parts.uploads();
        this.loads = parts.loads();
        this.clock = parts.clock();
        this.present = new RowsInTable(client, parts.clock());
        this.loadTime = parts.metrics().timer("streaming.load.duration", "Time of one streaming load.");
    }

    @Override
    public CompletableFuture<List<ReadyFile>> prepare(List<PackedFile> files, GroupAttempt attempt) {
        List<CompletableFuture<ReadyFile>> ready = new ArrayList<>(files.size());
        for (PackedFile file : files) {
            if (attempt.stateOf(file) == GroupAttempt.State.LOADED) {
                ready.add(preparer.plan(file).thenApply(plan -> preparer.withoutContent(file, plan)));
            } else {
                ready.add(uploads.run(() -> isRaw(file) ? encodeMissing(file, attempt) : preparer.encode(file)));
            }
        }
        return FilePreparer.all(ready);
    }

    private static boolean isRaw(PackedFile file) {
        return file.schema() == null;
    }

    private CompletableFuture<ReadyFile> encodeMissing(PackedFile file, GroupAttempt attempt) {
        boolean doubtful = attempt.stateOf(file) == GroupAttempt.State.UNKNOWN;
        return preparer.plan(file)
                .thenCompose(plan -> present.missing(file, doubtful).thenCompose(missing -> {
                    if (missing.rows() == 0) {
                        attempt.set(file, GroupAttempt.State.LOADED);
                        return CompletableFuture.completedFuture(preparer.withoutContent(file, plan));
                    }
                    return preparer.encode(missing);
                }));
    }

    @Override
    public CompletableFuture<Void> load(List<ReadyFile> files, GroupAttempt attempt) {
        CompletableFuture<Void> all = CompletableFuture.completedFuture(null);
        for (ReadyFile file : files) {
            EncodedFile content = file.content();
            if (content != null) {
                all = all.thenCompose(previous -> loads.run(() -> stream(file, content, attempt)));
            }
        }
        return all;
    }

    private CompletableFuture<Void> stream(ReadyFile file, EncodedFile content, GroupAttempt attempt) {
        String sql = statement.streamingSql(file.plan());
        for (int i = 0; i < sql.length(); i++) {
            if (sql.charAt(i) < ' ' || sql.charAt(i) > '~') {
                return CompletableFuture.failedFuture(new LakeException(
                        LakeErrorCode.LAKE_SCHEMA_UNFIT,
                        "streaming load takes only ASCII names of tables and columns; use load: copy"));
            }
        }
        Instant start = clock.instant();
        CompletableFuture<Long> loaded = tables.loading(
                file.plan(),
                () -> client.streamingLoad(
                        sql, label(file, attempt), file.path().file(), content.content()));
        return Futures.then(loaded, (rows, failure) -> {
            if (failure != null) {
                return tables.afterRefusal(file.plan(), LakeException.of(failure))
                        .thenCompose(reason -> failed(file, attempt, reason));
            }
            Duration cost = Duration.between(start, clock.instant());
            loadTime.record(cost);
            LOG.debug(
                    "streaming load into {} rows={} bytes={} cost {}",
                    file.plan().table(),
                    rows,
                    content.rawBytes(),
                    cost);
            return wrote(file, attempt, rows);
        });
    }

    private CompletableFuture<Void> wrote(ReadyFile file, GroupAttempt attempt, long rows) {
        PackedFile packed = file.packed();
        if (rows == 0 && !label(file, attempt).isEmpty()) {
            LakeException again = new LakeException(
                    LakeErrorCode.LAKE_ANSWER_LOST,
                    "a request with these rows has reached " + packed.table() + " before");
            return failed(file, attempt, again);
        }
        if (rows != packed.rows()) {
            return CompletableFuture.failedFuture(new LakeException(
                    LakeErrorCode.LAKE_ROWS_DIFFER,
                    "streaming load into " + packed.table() + " wrote " + rows + " rows of " + packed.rows()));
        }
        attempt.set(packed, GroupAttempt.State.LOADED);
        present.loaded(packed);
        return CompletableFuture.completedFuture(null);
    }

    /** Only for the first request: what is left of its rows after a look must get through, whatever the label remembers. */
    private static String label(ReadyFile file, GroupAttempt attempt) {
        PackedFile packed = file.packed();
        return isRaw(packed) && attempt.stateOf(packed) == null
                ? "lake-ingest/" + packed.name() + "/" + packed.rows()
                : "";
    }

    private static CompletableFuture<Void> failed(ReadyFile file, GroupAttempt attempt, LakeException reason) {
        if (reason.code().kind() == ErrorKind.INDETERMINATE) {
            attempt.set(file.packed(), GroupAttempt.State.UNKNOWN);
        }
        return CompletableFuture.failedFuture(reason);
    }

    @Override
    public void discard(List<ReadyFile> files) {}
}
