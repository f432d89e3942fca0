package org.lakeingest.lake;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import org.lakeingest.api.ErrorKind;
import org.lakeingest.api.Metrics;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Files go into the stage, then a statement that knows the key puts their rows in the place of older ones. Doing it twice ends
 * like doing it once, so a statement whose answer was lost is simply sent again. Deleting the files is ours.
 */
final class KeyedLoad implements LoadStrategy {
    private static final Logger LOG = LoggerFactory.getLogger(KeyedLoad.class);

    /** What the loads of all writers share. */
    record Rules(KeyedStatement statement, RowChoice choice, TableTurns turns, Executor cpu, boolean purges) {}

    private final LakeClient client;
    private final StageUploads uploads;
    private final StageArea stage;
    private final Rules rules;
    private final Map<String, String> settings;
    private final Permits loads;
    private final Clock clock;
    private final Metrics.Timer loadTime;
    private final Metrics.Counter superseded;

    KeyedLoad(LakeClient client, FilePreparer preparer, StageArea stage, SinkParts parts, Rules rules) {
        this.client = client;
        this.uploads = new StageUploads(client, preparer, stage, parts);
        this.stage = stage;
        this.rules = rules;
        this.settings = parts.copyStatement().disableVariantCheck() ? Map.of("disable_variant_check", "1") : Map.of();
        this.loads = parts.loads();
        this.clock = parts.clock();
        Metrics metrics = parts.metrics();
        this.loadTime = metrics.timer("keyed.load.duration", "Time of one REPLACE INTO.");
        this.superseded = metrics.counter(
                "rows.superseded", "Rows not sent because a newer one of their key was in the same group.");
    }

    @Override
    public CompletableFuture<List<ReadyFile>> prepare(List<PackedFile> files, GroupAttempt attempt) {
        return choose(files).thenCompose(chosen -> {
            List<CompletableFuture<ReadyFile>> ready = new ArrayList<>(chosen.size());
            for (PackedFile file : chosen) {
                // What may still be read by an earlier statement must not change now.
                ready.add(attempt.stateOf(file) == null ? uploads.bring(file) : uploads.there(file));
            }
            return FilePreparer.all(ready);
        });
    }

    private CompletableFuture<List<PackedFile>> choose(List<PackedFile> files) {
        CompletableFuture<List<PackedFile>> done = new CompletableFuture<>();
        rules.cpu.execute(() -> {
            try {
                done.complete(chosen(files));
            } catch (RuntimeException e) {
                done.completeExceptionally(e);
            } catch (Error e) {
                done.completeExceptionally(e);
                // A heap that is full is the business of whoever owns the thread.
                throw e;
            }
        });
        return done;
    }

    private List<PackedFile> chosen(List<PackedFile> files) {
        List<PackedFile> chosen = new ArrayList<>();
        for (PackedFile file : files) {
            long sent = 0;
            for (PackedFile part : rules.choice.choose(file)) {
                chosen.add(part);
                sent += part.rows();
            }
            superseded.add(file.rows() - sent);
        }
        return chosen;
    }

    @Override
    public CompletableFuture<Void> load(List<ReadyFile> files, GroupAttempt attempt) {
        CompletableFuture<Void> all = CompletableFuture.completedFuture(null);
        for (ReadyFile file : files) {
            if (attempt.stateOf(file.packed()) != GroupAttempt.State.LOADED) {
                all = all.thenCompose(previous ->
                        rules.turns.run(file.plan().table(), () -> loads.run(() -> apply(file, attempt, false))));
            }
        }
        return all;
    }

    private CompletableFuture<Void> apply(ReadyFile file, GroupAttempt attempt, boolean again) {
        Instant start = clock.instant();
        LakeSession session = LakeSession.fresh(client.dsn(), settings);
        CompletableFuture<QueryResult> answers = client.query(session, rules.statement.sql(file), CallPurpose.LOAD);
        return Futures.then(answers, (answer, failure) -> {
            if (failure != null) {
                return failed(file, attempt, again, LakeException.of(failure));
            }
            Duration cost = Duration.between(start, clock.instant());
            loadTime.record(cost);
            LOG.debug(
                    "{} {} from {}: {} rows, cost {}",
                    rules.statement.verb(),
                    file.plan().table(),
                    file.path(),
                    file.packed().rows(),
                    cost);
            rules.statement.check(file, answer);
            return applied(file, attempt);
        });
    }

    private CompletableFuture<Void> failed(ReadyFile file, GroupAttempt attempt, boolean again, LakeException reason) {
        boolean sentBefore = attempt.stateOf(file.packed()) == GroupAttempt.State.UNKNOWN;
        if (reason.code() == LakeErrorCode.LAKE_FILE_LOST && sentBefore && !again) {
            return uploads.again(file.packed()).thenCompose(ready -> apply(ready, attempt, true));
        }
        boolean full = reason.code() == LakeErrorCode.LAKE_STORAGE_FULL;
        if (full || reason.code().kind() == ErrorKind.INDETERMINATE) {
            attempt.set(file.packed(), GroupAttempt.State.UNKNOWN);
        }
        return CompletableFuture.failedFuture(reason);
    }

    private CompletableFuture<Void> applied(ReadyFile file, GroupAttempt attempt) {
        boolean sentBefore = attempt.stateOf(file.packed()) == GroupAttempt.State.UNKNOWN;
        attempt.set(file.packed(), GroupAttempt.State.LOADED);
        if (!rules.purges) {
            stage.loaded(file.path());
            return CompletableFuture.completedFuture(null);
        }
        CompletableFuture<Void> removed = stage.remove(file.path());
        // An earlier statement that still waits for its turn in the lake finds no file then, and does nothing.
        return sentBefore ? removed : CompletableFuture.completedFuture(null);
    }

    @Override
    public void discard(List<ReadyFile> files) {
        for (ReadyFile file : files) {
            var unused = stage.remove(file.path());
        }
    }
}
