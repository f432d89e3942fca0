package org.lakeingest.lake;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.lakeingest.api.ErrorKind;
import org.lakeingest.api.Metrics;
import org.lakeingest.lake.keyed.ChangeRows;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Files go into the stage, then a statement that knows the key puts their rows in the place of older ones. Doing it twice ends
 * like doing it once, so a statement whose answer was lost is simply sent again. Deleting the files is ours.
 */
final class KeyedLoad implements LoadStrategy {
    private static final Logger LOG = LoggerFactory.getLogger(KeyedLoad.class);

    /** How rows get into one table. */
    record Way(KeyedStatement statement, RowChoice choice) {}

    /** What the loads of all writers share. */
    record Rules(Function<TableName, Way> ways, TableTurns turns, Executor cpu, boolean purges) {}

    private final LakeClient client;
    private final StageUploads uploads;
    private final TableManager tables;
    private final StageArea stage;
    private final Rules rules;
    private final @Nullable ChangeTables changes;
    private final Map<String, String> settings;
    private final Permits loads;
    private final Clock clock;
    private final Metrics.Timer loadTime;
    private final Metrics.Counter superseded;

    /**
     * Makes a load.
     *
     * @param changes of tables; null when rows carry nothing but their own columns
     */
    KeyedLoad(LakeClient client, FilePreparer preparer, SinkParts parts, Rules rules, @Nullable ChangeTables changes) {
        this.changes = changes;
        this.client = client;
        this.uploads = new StageUploads(client, preparer, parts);
        this.tables = parts.tables();
        this.stage = parts.stage();
        this.rules = rules;
        this.settings = parts.copyStatement().disableVariantCheck() ? Map.of("disable_variant_check", "1") : Map.of();
        this.loads = parts.loads();
        this.clock = parts.clock();
        Metrics metrics = parts.metrics();
        this.loadTime = metrics.timer("keyed.load.duration", "Time of one REPLACE INTO or MERGE INTO.");
        this.superseded = metrics.counter(
                "rows.superseded", "Rows not sent because a newer one of their key was in the same group.");
    }

    @Override
    public CompletableFuture<List<ReadyFile>> prepare(List<PackedFile> files, GroupAttempt attempt) {
        return choose(files).thenCompose(chosen -> {
            CompletableFuture<List<ReadyFile>> ready = bring(chosen, false, attempt);
            // A table is made of the columns of rows, not of those of deletes.
            return ready.thenCompose(
                    rows -> bring(chosen, true, attempt).thenApply(deletes -> inOrder(chosen, rows, deletes)));
        });
    }

    private CompletableFuture<List<ReadyFile>> bring(List<PackedFile> files, boolean deletes, GroupAttempt attempt) {
        List<CompletableFuture<List<ReadyFile>>> ready = new ArrayList<>();
        for (PackedFile file : files) {
            if (deletes(file) == deletes) {
                ready.add(bring(file, deletes, attempt));
            }
        }
        return CompletableFuture.allOf(ready.toArray(new CompletableFuture<?>[0]))
                .thenApply(done -> {
                    List<ReadyFile> all = new ArrayList<>();
                    ready.forEach(each -> all.addAll(each.join()));
                    return all;
                });
    }

    private CompletableFuture<List<ReadyFile>> bring(PackedFile file, boolean deletes, GroupAttempt attempt) {
        ChangeTables tables = changes;
        CompletableFuture<Boolean> there =
                tables == null ? CompletableFuture.completedFuture(true) : tables.prepare(file);
        return there.thenCompose(exists -> {
            if (!exists && deletes) {
                return CompletableFuture.completedFuture(List.of());
            }
            // What may still be read by an earlier statement must not change now.
            return (attempt.stateOf(file) == null ? uploads.bring(file) : uploads.there(file)).thenApply(ready -> {
                rules.ways.apply(file.table()).choice.check(ready.plan());
                return List.of(ready);
            });
        });
    }

    private static boolean deletes(PackedFile file) {
        return file.batches().get(0) instanceof ChangeRows changes && changes.deletes();
    }

    private static List<ReadyFile> inOrder(List<PackedFile> order, List<ReadyFile> rows, List<ReadyFile> deletes) {
        List<ReadyFile> all = new ArrayList<>(rows);
        all.addAll(deletes);
        all.sort(Comparator.comparingInt(file -> order.indexOf(file.packed())));
        return all;
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
            List<PackedFile> parts = rules.ways.apply(file.table()).choice.choose(file);
            for (PackedFile part : PartialSchemas.together(parts, KeyedLoad::deletes)) {
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
                all = all.thenCompose(previous -> rules.turns.run(
                                file.plan().table(), () -> loads.run(() -> apply(file, attempt, false))))
                        .thenCompose(applied -> purge(file));
            }
        }
        return all;
    }

    private CompletableFuture<Void> apply(ReadyFile file, GroupAttempt attempt, boolean again) {
        Instant start = clock.instant();
        LakeSession session = LakeSession.fresh(client.dsn(), settings);
        KeyedStatement statement = rules.ways.apply(file.plan().table()).statement;
        CompletableFuture<QueryResult> answers =
                tables.loading(file.plan(), () -> client.query(session, statement.sql(file), CallPurpose.LOAD));
        return Futures.then(answers, (answer, failure) -> {
            if (failure != null) {
                return tables.afterRefusal(file.plan(), LakeException.of(failure))
                        .thenCompose(reason -> failed(file, attempt, again, reason));
            }
            Duration cost = Duration.between(start, clock.instant());
            loadTime.record(cost);
            LOG.debug(
                    "{} {} from {}: {} rows, cost {}",
                    statement.verb(),
                    file.plan().table(),
                    file.path(),
                    file.packed().rows(),
                    cost);
            statement.check(file, answer);
            attempt.set(file.packed(), GroupAttempt.State.LOADED);
            return CompletableFuture.completedFuture(null);
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

    /**
     * Waited for: the same batches may come again under the same name, and an earlier statement that still waits for its turn in
     * the lake finds no file then, and does nothing.
     */
    private CompletableFuture<Void> purge(ReadyFile file) {
        if (rules.purges) {
            return stage.remove(file.path());
        }
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
