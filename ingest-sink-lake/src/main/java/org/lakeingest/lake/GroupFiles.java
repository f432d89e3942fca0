package org.lakeingest.lake;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.lakeingest.api.ErrorKind;
import org.lakeingest.api.WriteBatch;

/**
 * The files of one attempt at a group. Each is planned, prepared and loaded by itself, those of one table in order, so that what one
 * table does is no matter of the others; when the lake as a whole is in trouble, the rest is not tried. Thread-safe.
 */
final class GroupFiles {
    /** What counts most when the files of a batch failed for different reasons: first what stops, then what must be asked again. */
    private static final List<ErrorKind> WEIGHT = List.of(
            ErrorKind.INTERNAL,
            ErrorKind.CONFIGURATION,
            ErrorKind.FENCED,
            ErrorKind.INDETERMINATE,
            ErrorKind.TRANSIENT,
            ErrorKind.BLOCKED,
            ErrorKind.RECORD);

    private final FileLoader loader;
    private final GroupAttempt attempt;
    private final Standing standing;
    private final List<Work> works = new ArrayList<>();
    private final Map<WriteBatch, List<Work>> byBatch = new HashMap<>();
    private final Map<WriteBatch, LakeException> refused;
    private final AtomicReference<@Nullable LakeException> trouble = new AtomicReference<>();

    /** One file. */
    private static final class Work {
        private final Packing.Packed packed;
        private CompletableFuture<List<ReadyFile>> ready = new CompletableFuture<>();
        private volatile @Nullable LakeException failure;
        private volatile boolean loaded;

        private Work(Packing.Packed packed) {
            this.packed = packed;
        }

        private TableName table() {
            return packed.file().table();
        }

        /** For its data. */
        private boolean isRefused() {
            LakeException reason = failure;
            return reason != null && reason.code().kind() == ErrorKind.RECORD;
        }

        private List<WriteBatch> sources() {
            return packed.sources();
        }
    }

    GroupFiles(Packing packing, GroupAttempt attempt, FileLoader loader, Standing standing) {
        this.loader = loader;
        this.attempt = attempt;
        this.standing = standing;
        this.refused = packing.refused();
        for (Packing.Packed file : packing.files()) {
            Work work = new Work(file);
            works.add(work);
            file.sources()
                    .forEach(batch -> byBatch.computeIfAbsent(batch, any -> new ArrayList<>())
                            .add(work));
        }
    }

    GroupAttempt attempt() {
        return attempt;
    }

    /** Starts what may be done before the group's turn. Call it once. */
    void prepare() {
        int unseen = 0;
        for (Work work : works) {
            unseen += standing.hasLoaded(work.table()) ? 0 : 1;
        }
        TableProgress progress = new TableProgress(unseen);
        for (Work work : works) {
            boolean first = !standing.hasLoaded(work.table());
            work.ready = prepare(work, first ? progress::checked : () -> {});
        }
    }

    private CompletableFuture<List<ReadyFile>> prepare(Work work, Runnable planned) {
        CompletableFuture<?> plan;
        try {
            plan = loader.plan(work.packed.file());
        } catch (RuntimeException e) {
            plan = CompletableFuture.failedFuture(e);
        }
        return plan.whenComplete((done, reason) -> planned.run())
                .thenCompose(done -> loader.prepare(work.packed.file(), attempt, this::check))
                .whenComplete((ready, reason) -> note(work, reason));
    }

    /** Complete when nothing reads the batches on behalf of {@link #prepare} any more; never exceptionally. */
    CompletableFuture<Void> prepared() {
        CompletableFuture<?>[] all = works.stream().map(work -> work.ready).toArray(CompletableFuture<?>[]::new);
        return CompletableFuture.allOf(all).handle((done, reason) -> null);
    }

    /** Loads what could be prepared; never completes exceptionally. */
    CompletableFuture<Void> load() {
        Map<TableName, CompletableFuture<Void>> tables = new HashMap<>();
        for (Work work : works) {
            if (work.failure == null) {
                CompletableFuture<Void> earlier =
                        tables.getOrDefault(work.table(), CompletableFuture.completedFuture(null));
                tables.put(work.table(), earlier.thenCompose(done -> load(work)));
            }
        }
        return CompletableFuture.allOf(tables.values().toArray(new CompletableFuture<?>[0]));
    }

    private CompletableFuture<Void> load(Work work) {
        return work.ready
                .thenCompose(ready -> loader.load(ready, attempt, this::check))
                .handle((done, reason) -> {
                    work.loaded = reason == null;
                    if (work.loaded) {
                        standing.loaded(work.table());
                    }
                    note(work, reason);
                    return null;
                });
    }

    /** There is no use in asking a lake again that has just been found away. */
    private void check() {
        LakeException first = trouble.get();
        if (first != null) {
            throw new LakeException(
                    LakeErrorCode.LAKE_NOT_APPLIED, "it was not tried, because of another file: " + first.getMessage());
        }
    }

    private void note(Work work, @Nullable Throwable thrown) {
        if (thrown == null) {
            return;
        }
        LakeException found = LakeException.of(thrown);
        if (Standing.isOfATable(found.code())) {
            loader.forget(work.table());
        }
        LakeException reason = standing.judge(work.table(), found);
        work.failure = reason;
        if (Standing.isOfTheLake(reason.code())) {
            trouble.compareAndSet(null, reason);
        }
    }

    /** What a batch failed for, and in which file; null when all of its rows are in their tables. */
    @Nullable
    Failure failureOf(WriteBatch batch) {
        Map<ErrorKind, Failure> failures = new EnumMap<>(ErrorKind.class);
        LakeException unroutable = refused.get(batch);
        if (unroutable != null) {
            LakeException judged = standing.judgeTopic(unroutable);
            return new Failure(judged, null, List.of(batch));
        }
        for (Work work : byBatch.getOrDefault(batch, List.of())) {
            LakeException reason = work.failure;
            if (reason != null) {
                failures.putIfAbsent(reason.code().kind(), new Failure(reason, work.table(), work.sources()));
            }
        }
        for (ErrorKind kind : WEIGHT) {
            Failure found = failures.get(kind);
            if (found != null) {
                return found;
            }
        }
        return null;
    }

    /**
     * Why a file failed.
     *
     * @param sources the batches in the file
     */
    record Failure(LakeException reason, @Nullable TableName table, List<WriteBatch> sources) {}

    /** Whether the batch fails alone: nothing else is in the files of it that were refused. */
    boolean isAlone(WriteBatch batch) {
        for (Work work : byBatch.getOrDefault(batch, List.of())) {
            if (work.isRefused() && work.sources().size() > 1) {
                return false;
            }
        }
        return true;
    }

    /** The files with rows of this batch that are in their table. */
    List<PackedFile> loaded(WriteBatch batch) {
        List<PackedFile> loaded = new ArrayList<>();
        for (Work work : byBatch.getOrDefault(batch, List.of())) {
            if (work.loaded) {
                loaded.add(work.packed.file());
            }
        }
        return loaded;
    }

    /** Removes the files that were refused for their data: they are packed in another way from here on. */
    void discardRefused() {
        for (Work work : works) {
            if (work.isRefused()) {
                discard(work);
            }
        }
    }

    /** Removes everything, before anything was loaded. */
    void discard() {
        works.forEach(this::discard);
    }

    private void discard(Work work) {
        var unused = work.ready.thenAccept(loader::discard);
    }
}
