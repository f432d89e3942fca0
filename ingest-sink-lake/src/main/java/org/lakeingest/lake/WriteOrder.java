package org.lakeingest.lake;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.lakeingest.api.SourcePartition;
import org.lakeingest.api.WriteBatch;
import org.lakeingest.api.WriteListener;

/**
 * Keeps the order of each partition: a group's turn comes when every earlier group that shares a partition with it is over, and a
 * batch behind a failed one of its partition is doomed. Thread-safe: every field is guarded by this object; futures are
 * completed outside.
 */
final class WriteOrder {
    /** An open batch: given to {@link #enter} and not yet reported. */
    static final class Entry {
        private final WriteBatch batch;
        private final WriteListener listener;
        private boolean doomed;

        private Entry(WriteBatch batch, WriteListener listener) {
            this.batch = batch;
            this.listener = listener;
        }

        WriteBatch batch() {
            return batch;
        }

        WriteListener listener() {
            return listener;
        }
    }

    /** A group's place in the order. */
    record Ticket(List<Entry> entries, CompletableFuture<Void> turn, CompletableFuture<Void> over) {}

    private static final class Line {
        final ArrayDeque<Entry> open = new ArrayDeque<>();
        CompletableFuture<Void> lastOver = CompletableFuture.completedFuture(null);
    }

    private final Map<SourcePartition, Line> lines = new HashMap<>();

    /** Takes a place behind all groups entered so far; {@link #end} gives it up. */
    synchronized Ticket enter(List<WriteBatch> batches, WriteListener listener) {
        List<Entry> entries = new ArrayList<>(batches.size());
        Set<CompletableFuture<Void>> before = new HashSet<>();
        CompletableFuture<Void> over = new CompletableFuture<>();
        for (WriteBatch batch : batches) {
            Entry entry = new Entry(batch, listener);
            entries.add(entry);
            Line line = lines.computeIfAbsent(batch.partition(), any -> new Line());
            line.open.add(entry);
            if (line.lastOver != over) {
                before.add(line.lastOver);
                line.lastOver = over;
            }
        }
        return new Ticket(entries, CompletableFuture.allOf(before.toArray(new CompletableFuture<?>[0])), over);
    }

    /** Those that no earlier failure has doomed. */
    synchronized List<Entry> live(List<Entry> entries) {
        List<Entry> live = new ArrayList<>(entries.size());
        for (Entry entry : entries) {
            if (!entry.doomed) {
                live.add(entry);
            }
        }
        return live;
    }

    /** Dooms every open batch that stands behind one of these in its partition. Call it before the failure is reported. */
    synchronized void failed(List<Entry> entries) {
        for (Entry entry : entries) {
            Line line = lines.get(entry.batch.partition());
            boolean behind = false;
            for (Entry other : line == null ? List.<Entry>of() : line.open) {
                other.doomed |= behind;
                behind |= other == entry;
            }
        }
    }

    /** Ends an entry; true the first time, so that each outcome is reported once. */
    synchronized boolean leave(Entry entry) {
        Line line = lines.get(entry.batch.partition());
        return line != null && line.open.remove(entry);
    }

    /** Opens the turn of what stands behind the group. Call it when all of its entries have been reported. */
    void end(Ticket ticket) {
        synchronized (this) {
            for (Entry entry : ticket.entries) {
                Line line = lines.get(entry.batch.partition());
                if (line != null && line.lastOver == ticket.over) {
                    lines.remove(entry.batch.partition());
                }
            }
        }
        ticket.over.complete(null);
    }

    /** Complete when all groups entered so far are over. */
    synchronized CompletableFuture<Void> idle() {
        Set<CompletableFuture<Void>> last = new HashSet<>();
        lines.values().forEach(line -> last.add(line.lastOver));
        return CompletableFuture.allOf(last.toArray(new CompletableFuture<?>[0]));
    }

    /** Everything that has no outcome yet. */
    synchronized List<Entry> open() {
        List<Entry> open = new ArrayList<>();
        lines.values().forEach(line -> open.addAll(line.open));
        return open;
    }
}
