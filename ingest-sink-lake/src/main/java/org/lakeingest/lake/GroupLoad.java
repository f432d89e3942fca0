package org.lakeingest.lake;

import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.lakeingest.api.ErrorKind;
import org.lakeingest.api.IngestException;
import org.lakeingest.api.SourcePartition;
import org.lakeingest.api.WriteBatch;
import org.lakeingest.api.WriteListener;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Brings groups of batches into the lake: prepares at once, loads in order, and when a file is refused for its data, halves the
 * batches in it until those to blame stand alone. A batch is durable when all files with rows of it are loaded; what keeps one
 * table from being loaded is no matter of batches without rows for it. One for each writer; thread-safe.
 */
final class GroupLoad {
    private static final Logger LOG = LoggerFactory.getLogger(GroupLoad.class);
    private static final int MOST_RANGES = 4;

    private final FileLoader loader;
    private final FilePacker packer;
    private final WriteOrder order;
    private final Attempts attempts;
    private final Standing standing;
    private final BooleanSupplier closed;
    private final LoadedParts parts = new LoadedParts();

    GroupLoad(
            FileLoader loader,
            FilePacker packer,
            WriteOrder order,
            Attempts attempts,
            Standing standing,
            BooleanSupplier closed) {
        this.loader = loader;
        this.packer = packer;
        this.order = order;
        this.attempts = attempts;
        this.standing = standing;
        this.closed = closed;
    }

    /** Returns at once; every batch gets its outcome later, on any thread. */
    void start(List<WriteBatch> batches, WriteListener listener) {
        for (List<WriteBatch> group : onePerPartition(batches)) {
            begin(group, listener);
        }
    }

    /** Within a group nothing keeps the order, so each partition may be in it once. */
    private static List<List<WriteBatch>> onePerPartition(List<WriteBatch> batches) {
        List<List<WriteBatch>> groups = new ArrayList<>();
        Set<SourcePartition> seen = new HashSet<>();
        int start = 0;
        for (int i = 0; i < batches.size(); i++) {
            if (!seen.add(batches.get(i).partition())) {
                groups.add(batches.subList(start, i));
                start = i;
                seen.clear();
                seen.add(batches.get(i).partition());
            }
        }
        groups.add(batches.subList(start, batches.size()));
        return groups;
    }

    private void begin(List<WriteBatch> batches, WriteListener listener) {
        WriteOrder.Ticket ticket = order.enter(batches, listener);
        GroupFiles files = prepare(ticket.entries());
        var unused = ticket.turn()
                .thenCompose(turn -> attempt(ticket.entries(), files))
                .whenComplete((done, failure) -> {
                    if (failure != null) {
                        LOG.error("Loading a group failed in an unexpected way", failure);
                        fail(ticket.entries(), LakeException.inContext("Cannot load a group", failure));
                    }
                    order.end(ticket);
                });
    }

    private GroupFiles prepare(List<WriteOrder.Entry> entries) {
        List<WriteBatch> batches = batches(entries);
        GroupFiles files = new GroupFiles(packer.pack(batches, parts), attempts.of(batches), loader, standing);
        files.prepare();
        return files;
    }

    private static List<WriteBatch> batches(List<WriteOrder.Entry> entries) {
        List<WriteBatch> batches = new ArrayList<>(entries.size());
        for (WriteOrder.Entry entry : entries) {
            batches.add(entry.batch());
        }
        return batches;
    }

    /** Completes, when all entries are reported, with the failure that makes going on pointless, or null. */
    private CompletableFuture<@Nullable IngestException> attempt(
            List<WriteOrder.Entry> entries, @Nullable GroupFiles prepared) {
        // Nothing is reported of batches that may still be read.
        return prepared == null
                ? proceed(entries, null)
                : prepared.prepared().thenCompose(done -> proceed(entries, prepared));
    }

    private CompletableFuture<@Nullable IngestException> proceed(
            List<WriteOrder.Entry> entries, @Nullable GroupFiles prepared) {
        List<WriteOrder.Entry> live = order.live(entries);
        if (live.size() < entries.size()) {
            List<WriteOrder.Entry> doomed = new ArrayList<>(entries);
            doomed.removeAll(live);
            report(
                    doomed,
                    new IngestException(
                            LakeErrorCode.LAKE_NOT_APPLIED,
                            "An earlier batch failed before " + ranges(batches(doomed)) + "; it was not written"));
            if (prepared != null) {
                prepared.discard();
            }
        }
        if (live.isEmpty()) {
            return CompletableFuture.completedFuture(null);
        }
        if (closed.getAsBoolean()) {
            IngestException reason = new IngestException(
                    LakeErrorCode.LAKE_CLOSED, "The sink was closed before " + ranges(batches(live)) + " was written");
            fail(live, reason);
            return CompletableFuture.completedFuture(reason);
        }
        GroupFiles usable = prepared != null && live.size() == entries.size() ? prepared : prepare(live);
        return usable.prepared().thenCompose(done -> usable.load()).thenCompose(done -> settle(live, usable));
    }

    private CompletableFuture<@Nullable IngestException> settle(List<WriteOrder.Entry> live, GroupFiles files) {
        attempts.settled(batches(live));
        Map<LakeException, IngestException> reasons = new HashMap<>();
        Map<ErrorKind, List<WriteBatch>> again = new EnumMap<>(ErrorKind.class);
        Map<WriteOrder.Entry, IngestException> failed = new LinkedHashMap<>();
        List<WriteOrder.Entry> durable = new ArrayList<>();
        List<WriteOrder.Entry> suspects = new ArrayList<>();
        for (WriteOrder.Entry entry : live) {
            GroupFiles.Failure failure = files.failureOf(entry.batch());
            if (failure == null) {
                durable.add(entry);
                continue;
            }
            files.loaded(entry.batch()).forEach(file -> parts.add(entry.batch(), file));
            ErrorKind kind = failure.reason().code().kind();
            if (kind == ErrorKind.RECORD && !files.isAlone(entry.batch())) {
                suspects.add(entry);
            } else {
                failed.put(entry, reasons.computeIfAbsent(failure.reason(), any -> explained(failure)));
                again.computeIfAbsent(kind, any -> new ArrayList<>()).add(entry.batch());
            }
        }
        again.forEach((kind, batches) -> {
            if (kind != ErrorKind.RECORD) {
                attempts.failed(batches, files.attempt());
            }
        });
        files.discardRefused();
        durable.forEach(this::succeed);
        order.failed(List.copyOf(failed.keySet()));
        failed.forEach((entry, reason) -> report(List.of(entry), reason));
        IngestException stop = stop(failed.values());
        return suspects.isEmpty() ? CompletableFuture.completedFuture(stop) : apart(suspects, stop);
    }

    /** Halves what is suspected; what was alone with a good batch in its file is tried once more. */
    private CompletableFuture<@Nullable IngestException> apart(
            List<WriteOrder.Entry> suspects, @Nullable IngestException stop) {
        if (stop != null) {
            skip(suspects, stop);
            return CompletableFuture.completedFuture(stop);
        }
        LOG.debug("A group of {} batches is halved", suspects.size());
        return suspects.size() == 1 ? attempt(suspects, null) : halves(suspects);
    }

    private CompletableFuture<@Nullable IngestException> halves(List<WriteOrder.Entry> entries) {
        int half = entries.size() / 2;
        List<WriteOrder.Entry> right = entries.subList(half, entries.size());
        return attempt(entries.subList(0, half), null).thenCompose(stop -> {
            if (stop == null) {
                return attempt(right, null);
            }
            skip(right, stop);
            return CompletableFuture.completedFuture(stop);
        });
    }

    private void skip(List<WriteOrder.Entry> entries, IngestException stop) {
        fail(
                entries,
                new IngestException(
                        LakeErrorCode.LAKE_NOT_APPLIED,
                        "The lake failed before the turn of " + ranges(batches(entries)) + ": " + stop.getMessage()));
    }

    /** The first failure that others would share. */
    private static @Nullable IngestException stop(Collection<IngestException> reasons) {
        for (IngestException reason : reasons) {
            ErrorKind kind = reason.code().kind();
            if (kind != ErrorKind.RECORD && kind != ErrorKind.BLOCKED) {
                return reason;
            }
        }
        return null;
    }

    private static IngestException explained(GroupFiles.Failure failure) {
        String into = failure.table() == null ? "" : " into " + failure.table();
        return LakeException.inContext("Cannot load " + ranges(failure.sources()) + into, failure.reason());
    }

    private void succeed(WriteOrder.Entry entry) {
        parts.settled(entry.batch());
        if (order.leave(entry)) {
            notify(() -> entry.listener().onDurable(entry.batch()));
        }
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
                            LakeErrorCode.LAKE_CLOSED,
                            "The sink was closed before " + ranges(batches(open)) + " was written"));
        }
    }

    private static void notify(Runnable report) {
        try {
            report.run();
        } catch (RuntimeException e) {
            LOG.error("A listener failed", e);
        }
    }

    private static String ranges(List<WriteBatch> batches) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < batches.size() && i < MOST_RANGES; i++) {
            WriteBatch batch = batches.get(i);
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
        return batches.size() > MOST_RANGES
                ? text + " and " + (batches.size() - MOST_RANGES) + " more"
                : text.toString();
    }
}
