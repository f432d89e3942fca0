package org.lakeingest.lake;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.lakeingest.api.ErrorKind;
import org.lakeingest.api.IngestException;
import org.lakeingest.api.WriteBatch;
import org.lakeingest.api.WriteListener;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Brings groups of batches into the lake: prepares at once, loads in order, and when a packed group is refused for its data,
 * halves it until the batches to blame stand alone. One for each writer; thread-safe.
 */
final class GroupLoad {
    private static final Logger LOG = LoggerFactory.getLogger(GroupLoad.class);
    private static final int MOST_RANGES = 4;
    private static final int MOST_TABLES = 4;

    private final LoadStrategy strategy;
    private final FilePacker packer;
    private final WriteOrder order;
    private final Attempts attempts;
    private final Standing standing;
    private final BooleanSupplier closed;

    GroupLoad(
            LoadStrategy strategy,
            FilePacker packer,
            WriteOrder order,
            Attempts attempts,
            Standing standing,
            BooleanSupplier closed) {
        this.strategy = strategy;
        this.packer = packer;
        this.order = order;
        this.attempts = attempts;
        this.standing = standing;
        this.closed = closed;
    }

    /** Batches that are packed together, and how far that got. */
    private record Prepared(
            List<WriteBatch> batches,
            GroupAttempt attempt,
            CompletableFuture<List<ReadyFile>> ready,
            Set<TableName> tables) {}

    /** Returns at once; every batch gets its outcome later, on any thread. */
    void start(List<WriteBatch> batches, WriteListener listener) {
        WriteOrder.Ticket ticket = order.enter(batches, listener);
        Prepared prepared = prepare(ticket.entries());
        var unused = ticket.turn()
                .thenCompose(turn -> attempt(ticket.entries(), prepared))
                .whenComplete((done, failure) -> {
                    if (failure != null) {
                        LOG.error("Loading a group failed in an unexpected way", failure);
                        fail(ticket.entries(), LakeException.inContext("Cannot load a group", failure));
                    }
                    order.end(ticket);
                });
    }

    private Prepared prepare(List<WriteOrder.Entry> entries) {
        List<WriteBatch> batches = new ArrayList<>(entries.size());
        for (WriteOrder.Entry entry : entries) {
            batches.add(entry.batch());
        }
        GroupAttempt attempt = attempts.of(batches);
        try {
            List<PackedFile> files = packer.pack(batches);
            return new Prepared(batches, attempt, strategy.prepare(files, attempt), tables(files));
        } catch (RuntimeException e) {
            return new Prepared(batches, attempt, CompletableFuture.failedFuture(e), Set.of());
        }
    }

    /** Completes, when all entries are reported, with the failure that makes going on pointless, or null. */
    private CompletableFuture<@Nullable IngestException> attempt(
            List<WriteOrder.Entry> entries, @Nullable Prepared prepared) {
        // Nothing is reported of batches that may still be read.
        return prepared == null
                ? proceed(entries, null)
                : Futures.then(prepared.ready, (files, failure) -> proceed(entries, prepared));
    }

    private CompletableFuture<@Nullable IngestException> proceed(
            List<WriteOrder.Entry> entries, @Nullable Prepared prepared) {
        List<WriteOrder.Entry> live = order.live(entries);
        if (live.size() < entries.size()) {
            List<WriteOrder.Entry> doomed = new ArrayList<>(entries);
            doomed.removeAll(live);
            report(
                    doomed,
                    new IngestException(
                            LakeErrorCode.LAKE_NOT_APPLIED,
                            "An earlier batch failed before " + ranges(doomed) + "; it was not written"));
            if (prepared != null) {
                discard(prepared);
            }
        }
        if (live.isEmpty()) {
            return CompletableFuture.completedFuture(null);
        }
        if (closed.getAsBoolean()) {
            IngestException reason = new IngestException(
                    LakeErrorCode.LAKE_CLOSED, "The sink was closed before " + ranges(live) + " was written");
            fail(live, reason);
            return CompletableFuture.completedFuture(reason);
        }
        Prepared usable = prepared != null && live.size() == entries.size() ? prepared : prepare(live);
        CompletableFuture<Void> loaded = usable.ready.thenCompose(files -> strategy.load(files, usable.attempt));
        return Futures.then(loaded, (done, failure) -> settle(live, usable, failure));
    }

    private CompletableFuture<@Nullable IngestException> settle(
            List<WriteOrder.Entry> live, Prepared prepared, @Nullable Throwable failure) {
        if (failure == null) {
            attempts.settled(prepared.batches);
            prepared.tables.forEach(standing::loaded);
            for (WriteOrder.Entry entry : live) {
                if (order.leave(entry)) {
                    notify(() -> entry.listener().onDurable(entry.batch()));
                }
            }
            return CompletableFuture.completedFuture(null);
        }
        IngestException reason = LakeException.inContext(
                "Cannot load " + ranges(live) + " into " + names(prepared.tables),
                standing.judge(prepared.tables, LakeException.of(failure)));
        boolean data = reason.code().kind() == ErrorKind.RECORD;
        if (data) {
            attempts.settled(prepared.batches);
            discard(prepared);
            if (live.size() > 1) {
                LOG.debug("A group of {} batches is halved: {}", live.size(), reason.getMessage());
                return halves(live);
            }
        } else {
            attempts.failed(prepared.batches, prepared.attempt);
        }
        fail(live, reason);
        return CompletableFuture.completedFuture(data ? null : reason);
    }

    private CompletableFuture<@Nullable IngestException> halves(List<WriteOrder.Entry> entries) {
        int half = entries.size() / 2;
        List<WriteOrder.Entry> right = entries.subList(half, entries.size());
        return attempt(entries.subList(0, half), null).thenCompose(stop -> {
            if (stop == null) {
                return attempt(right, null);
            }
            fail(
                    right,
                    new IngestException(
                            LakeErrorCode.LAKE_NOT_APPLIED,
                            "The lake failed before the turn of " + ranges(right) + ": " + stop.getMessage()));
            return CompletableFuture.completedFuture(stop);
        });
    }

    /** Reports a failure after what stands behind it is doomed. */
    private void fail(List<WriteOrder.Entry> entries, IngestException reason) {
        order.failed(entries);
        report(entries, reason);
    }

    private void report(List<WriteOrder.Entry> entries, IngestException reason) {
        for (WriteOrder.Entry entry : entries) {
            if (order.leave(entry)) {
                notify(() -> entry.listener().onFailed(entry.batch(), reason));
            }
        }
    }

    /** Fails what is still open, whatever it waits for. */
    void abandon() {
        List<WriteOrder.Entry> open = order.open();
        if (!open.isEmpty()) {
            report(
                    open,
                    new IngestException(
                            LakeErrorCode.LAKE_CLOSED, "The sink was closed before " + ranges(open) + " was written"));
        }
    }

    private void discard(Prepared prepared) {
        var unused = prepared.ready.thenAccept(strategy::discard);
    }

    private static void notify(Runnable report) {
        try {
            report.run();
        } catch (RuntimeException e) {
            LOG.error("A listener failed", e);
        }
    }

    private static Set<TableName> tables(List<PackedFile> files) {
        Set<TableName> tables = new LinkedHashSet<>();
        for (PackedFile file : files) {
            tables.add(file.table());
        }
        return tables;
    }

    private static String names(Set<TableName> tables) {
        if (tables.isEmpty()) {
            return "the lake";
        }
        StringBuilder text = new StringBuilder();
        int count = 0;
        for (TableName table : tables) {
            if (++count > MOST_TABLES) {
                return text + " and " + (tables.size() - MOST_TABLES) + " more";
            }
            text.append(count == 1 ? "" : ", ").append(table);
        }
        return text.toString();
    }

    private static String ranges(List<WriteOrder.Entry> entries) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < entries.size() && i < MOST_RANGES; i++) {
            WriteBatch batch = entries.get(i).batch();
            text.append(i == 0 ? "" : ", ")
                    .append(batch.partition().stream())
                    .append('-')
                    .append(batch.partition().number())
                    .append(" [")
                    .append(batch.range().start())
                    .append(", ")
                    .append(batch.range().end())
                    .append(')');
        }
        return entries.size() > MOST_RANGES
                ? text + " and " + (entries.size() - MOST_RANGES) + " more"
                : text.toString();
    }
}
