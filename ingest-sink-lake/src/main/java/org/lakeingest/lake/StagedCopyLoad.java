package org.lakeingest.lake;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.lakeingest.api.ErrorKind;
import org.lakeingest.api.Metrics;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Files go into the stage, then {@code COPY INTO} loads them, each at most once: the lake remembers a file's path with the rows it
 * loaded from it, and refuses it the second time. So a load whose answer was lost is simply sent again under the same name, and
 * finding nothing to load then means that it was done.
 */
final class StagedCopyLoad implements LoadStrategy {
    private static final Logger LOG = LoggerFactory.getLogger(StagedCopyLoad.class);

    private final LakeClient client;
    private final TableManager tables;
    private final StageArea stage;
    private final CopyStatement copy;
    private final StageUploads uploads;
    private final DroppedRows dropped;
    private final Permits loads;
    private final Clock clock;
    private final Metrics.Timer copyTime;

    StagedCopyLoad(LakeClient client, FilePreparer preparer, SinkParts parts) {
        this.client = client;
        this.tables = parts.tables();
        this.stage = parts.stage();
        this.copy = parts.copyStatement();
        this.uploads = new StageUploads(client, preparer, parts);
        this.dropped = parts.dropped();
        this.loads = parts.loads();
        this.clock = parts.clock();
        this.copyTime = parts.metrics().timer("copy.into.duration", "Time of one COPY INTO.");
    }

    @Override
    public CompletableFuture<List<ReadyFile>> prepare(List<PackedFile> files, GroupAttempt attempt) {
        List<CompletableFuture<ReadyFile>> ready = new ArrayList<>(files.size());
        for (PackedFile file : files) {
            if (attempt.stateOf(file) == null) {
                ready.add(uploads.bring(file));
            } else {
                // It is in the stage, or loaded and purged. An earlier load may be reading it: it must not change now.
                ready.add(uploads.there(file));
            }
        }
        return FilePreparer.all(ready);
    }

    @Override
    public CompletableFuture<Void> load(List<ReadyFile> files, GroupAttempt attempt) {
        CompletableFuture<Void> all = CompletableFuture.completedFuture(null);
        for (ReadyFile file : files) {
            if (attempt.stateOf(file.packed()) != GroupAttempt.State.LOADED) {
                all = all.thenCompose(previous -> loads.run(() -> copy(file, attempt, false)));
            }
        }
        return all;
    }

    private CompletableFuture<Void> copy(ReadyFile file, GroupAttempt attempt, boolean again) {
        Instant start = clock.instant();
        CompletableFuture<QueryResult> loaded =
                tables.loading(file.plan(), () -> client.query(copy.sql(file), CallPurpose.LOAD));
        return Futures.then(loaded, (answer, failure) -> {
            if (failure != null) {
                return tables.afterRefusal(file.plan(), LakeException.of(failure))
                        .thenCompose(reason -> failed(file, attempt, again, reason));
            }
            Duration cost = Duration.between(start, clock.instant());
            copyTime.record(cost);
            LOG.debug("copy into {} from {} cost {}", file.plan().table(), file.path(), cost);
            return answered(file, attempt, answer);
        });
    }

    private CompletableFuture<Void> answered(ReadyFile file, GroupAttempt attempt, QueryResult answer) {
        long rows = 0;
        long refused = 0;
        for (int i = 0; i < answer.rows().size(); i++) {
            rows += Long.parseLong(answer.text(i, answer.column("Rows_loaded")));
            refused += Long.parseLong(answer.text(i, answer.column("Errors_seen")));
        }
        if (rows + (copy.drops() ? refused : 0) == file.packed().rows()) {
            if (refused > 0) {
                String reason = answer.text(0, answer.column("First_error"));
                String line = answer.text(0, answer.column("First_error_line"));
                dropped.dropped(file, refused, file.packed().rows(), reason, line);
            }
            stage.loaded(file.path());
            attempt.set(file.packed(), GroupAttempt.State.LOADED);
            return CompletableFuture.completedFuture(null);
        }
        if (rows + refused == 0 && (answer.resent() || attempt.stateOf(file.packed()) == GroupAttempt.State.UNKNOWN)) {
            return loadedBefore(file, attempt);
        }
        return CompletableFuture.failedFuture(new LakeException(
                LakeErrorCode.LAKE_ROWS_DIFFER,
                "COPY INTO " + file.plan().table() + " loaded " + rows + " rows of " + file.path()
                        + (refused > 0 ? " and refused " + refused : "") + ", which has "
                        + file.packed().rows()));
    }

    private CompletableFuture<Void> failed(ReadyFile file, GroupAttempt attempt, boolean again, LakeException reason) {
        boolean sentBefore = attempt.stateOf(file.packed()) == GroupAttempt.State.UNKNOWN;
        if (reason.code() == LakeErrorCode.LAKE_ALREADY_LOADED && sentBefore) {
            return loadedBefore(file, attempt);
        }
        if (reason.code() == LakeErrorCode.LAKE_FILE_LOST && sentBefore && !again) {
            // Loaded and purged, most likely. Only the lake's record of the path can tell, and it needs the file to be
            // there.
            return uploads.again(file.packed()).thenCompose(ready -> copy(ready, attempt, true));
        }
        boolean full = reason.code() == LakeErrorCode.LAKE_STORAGE_FULL;
        if (full || reason.code().kind() == ErrorKind.INDETERMINATE) {
            attempt.set(file.packed(), GroupAttempt.State.UNKNOWN);
        }
        return CompletableFuture.failedFuture(reason);
    }

    /** The lake does not delete a file that it did not load, so a second upload of a loaded file is ours to delete. */
    private CompletableFuture<Void> loadedBefore(ReadyFile file, GroupAttempt attempt) {
        LOG.info(
                "{} was loaded into {} by an earlier attempt",
                file.path(),
                file.plan().table());
        if (copy.drops()) {
            dropped.unknown(file);
        }
        attempt.set(file.packed(), GroupAttempt.State.LOADED);
        return copy.purges() ? stage.remove(file.path()) : nothing(file);
    }

    private CompletableFuture<Void> nothing(ReadyFile file) {
        stage.loaded(file.path());
        return CompletableFuture.completedFuture(null);
    }

    @Override
    public void discard(List<ReadyFile> files) {
        for (ReadyFile file : files) {
            var unused = stage.remove(file.path());
        }
    }
}
