package org.lakeingest.lake;

import java.time.Clock;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;
import org.lakeingest.api.DeadLetter;
import org.lakeingest.api.DeadLetterQueue;
import org.lakeingest.api.IngestException;
import org.lakeingest.api.PluginContext;
import org.lakeingest.api.RejectedRecord;

/**
 * Letters as rows of a table of the lake, by a file in the stage and COPY. While one file is loaded, letters gather for the next, so
 * that the more there are, the fewer statements it takes for each. Thread-safe: the state is guarded by this object, and the lake is
 * not called while it is held.
 */
final class LakeDeadLetterQueue implements DeadLetterQueue {
    private static final int MOST_LETTERS = 5_000;
    private static final long MOST_BYTES = 32L * 1024 * 1024;
    private static final int MOST_UNSETTLED = 64;
    private static final Duration SWEEP = Duration.ofSeconds(2);

    private final LakeDeadLettersConfig config;
    private final TableName table;
    private final String pipeline;
    private final String folder;
    private final PluginContext context;
    private final Clock clock;
    private final Deque<LetterGroup> waiting = new ArrayDeque<>();
    /** Groups that may be in the table, by the letters in them; the oldest are forgotten first. */
    private final Map<String, LetterGroup> unsettled = new LinkedHashMap<>();

    private @Nullable LetterTable lake;
    private @Nullable LetterGroup running;
    private long groups;

    LakeDeadLetterQueue(LakeDeadLettersConfig config, PluginContext context, String run) {
        this.config = config;
        this.context = context;
        this.clock = context.clock();
        this.pipeline = context.pipelineName();
        this.table = config.tableOf(pipeline);
        this.folder = StagePath.folderOf(pipeline, run);
    }

    @Override
    public void open() {
        close();
        LetterTable made = new LetterTable(config, context, table, folder);
        try {
            made.open();
        } catch (RuntimeException e) {
            made.close(Duration.ZERO);
            throw e;
        }
        synchronized (this) {
            lake = made;
        }
    }

    @Override
    public CompletionStage<Void> send(List<RejectedRecord> letters) {
        Set<CompletableFuture<Void>> outcomes = new LinkedHashSet<>();
        synchronized (this) {
            if (lake == null) {
                throw new IllegalStateException("The queue is not open");
            }
            for (RejectedRecord rejected : letters) {
                String version = LakeDeadLetterQueue.class.getPackage().getImplementationVersion();
                outcomes.add(add(DeadLetter.of(rejected, pipeline, version, clock.instant())));
            }
        }
        next();
        return CompletableFuture.allOf(outcomes.toArray(CompletableFuture<?>[]::new))
                .handle((done, failure) -> {
                    if (failure != null) {
                        throw LakeException.inContext("Cannot write dead letters to " + table, failure);
                    }
                    return null;
                });
    }

    private CompletableFuture<Void> add(DeadLetter letter) {
        LetterGroup before = unsettled.get(LetterGroup.key(letter));
        if (before != null) {
            if (before != running && !waiting.contains(before)) {
                waiting.addFirst(before);
            }
            return before.outcome;
        }
        LetterGroup last = waiting.peekLast();
        if (last == null || isFull(last) || !last.attempt.isEmpty()) {
            last = new LetterGroup(table, ++groups);
            waiting.add(last);
        }
        last.add(letter);
        return last.outcome;
    }

    private static boolean isFull(LetterGroup group) {
        return group.size() >= MOST_LETTERS || group.bytes() >= MOST_BYTES;
    }

    /** Starts the next load, if none runs. */
    private void next() {
        LetterGroup group;
        LetterTable to;
        synchronized (this) {
            to = lake;
            if (running != null || to == null) {
                return;
            }
            group = waiting.poll();
            running = group;
        }
        if (group != null) {
            var unused = to.load(group.file(), group.attempt).whenComplete((done, failure) -> ended(group, failure));
        }
    }

    private void ended(LetterGroup group, @Nullable Throwable failure) {
        CompletableFuture<Void> outcome = group.outcome;
        synchronized (this) {
            running = null;
            group.keys().forEach(unsettled::remove);
            if (failure != null && !group.attempt.isEmpty()) {
                group.keys().forEach(key -> unsettled.put(key, group));
                forgetOldest();
            }
            group.outcome = new CompletableFuture<>();
        }
        if (failure == null) {
            outcome.complete(null);
        } else {
            outcome.completeExceptionally(failure);
        }
        next();
    }

    /** Letters that nobody sends again, since their partition went elsewhere. */
    private void forgetOldest() {
        Set<LetterGroup> kept = new LinkedHashSet<>(unsettled.values());
        if (kept.size() > MOST_UNSETTLED) {
            kept.iterator().next().keys().forEach(unsettled::remove);
        }
    }

    @Override
    public void close() {
        LetterTable open;
        List<LetterGroup> given = new ArrayList<>();
        synchronized (this) {
            open = lake;
            lake = null;
            given.addAll(waiting);
            waiting.clear();
        }
        IngestException reason = new IngestException(
                LakeErrorCode.LAKE_CLOSED, "The queue of dead letters was closed before they were written");
        given.forEach(group -> group.outcome.completeExceptionally(reason));
        if (open != null) {
            open.close(SWEEP);
        }
    }
}
