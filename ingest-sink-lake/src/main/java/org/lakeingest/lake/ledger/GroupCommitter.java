package org.lakeingest.lake.ledger;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.lakeingest.api.ErrorKind;
import org.lakeingest.api.IngestException;
import org.lakeingest.api.SourcePartition;
import org.lakeingest.api.WriteBatch;
import org.lakeingest.api.WriteListener;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Brings batches of all writers of a sink into the lake, one transaction after the other: while one runs, the files of the next
 * are made and gather. Nothing of a partition overtakes anything of it. Thread-safe: the state is guarded by this object, and
 * neither the lake nor a listener is called while it is held.
 */
public final class GroupCommitter {
    private static final Logger LOG = LoggerFactory.getLogger(GroupCommitter.class);
    private static final int MOST_TRIES = 10;
    private static final Duration CONFLICT_PAUSE = Duration.ofMillis(40);

    private final LedgerLake lake;
    private final CommitSettings settings;
    private final LedgerCodes codes;
    private final LedgerMeters meters;
    private final Identities identities;
    private final Outcomes outcomes;
    private final CommitQueue queue;
    private final Cadence cadence;
    private List<Packet> running = List.of();
    private boolean busy;
    private boolean timerSet;

    public GroupCommitter(LedgerLake lake, CommitSettings settings) {
        this.lake = lake;
        this.settings = settings;
        this.codes = settings.codes();
        this.meters = new LedgerMeters(settings.metrics());
        this.identities = new Identities(lake, settings);
        this.outcomes = new Outcomes(this, codes);
        this.queue = new CommitQueue(settings.mostTables(), settings.mostFiles());
        this.cadence = new Cadence(settings.timing());
    }

    /** Tables that were written to. */
    Set<String> tables() {
        return identities.targets();
    }

    Identities identities() {
        return identities;
    }

    /** Returns at once; every batch gets its outcome later, on any thread. */
    public void write(Member member, List<WriteBatch> batches, WriteListener listener) {
        List<Entry> stale = new ArrayList<>();
        List<Packet> packets = new ArrayList<>();
        List<Entry> entries = new ArrayList<>();
        boolean enters = member.enters(batches.size());
        for (WriteBatch batch : batches) {
            Member.Held claim = member.claimOf(batch.partition());
            boolean current = claim != null && claim.epoch() == batch.claimEpoch();
            boolean first = current && member.isFirst(batch.partition());
            Entry entry = new Entry(batch, listener, member, claim == null ? "" : claim.owner(), first);
            if (!enters || !current) {
                stale.add(entry);
                continue;
            }
            Entry previous = last(entries, entry);
            if (previous != null && !entry.follows(previous)) {
                packets.add(new Packet(entries, false));
                entries = new ArrayList<>();
            }
            entries.add(entry);
        }
        packets.add(new Packet(entries, false));
        synchronized (this) {
            packets.stream().filter(packet -> !packet.entries.isEmpty()).forEach(queue::add);
        }
        stale.forEach(entry -> entry.failed(
                enters
                        ? new IngestException(codes.fenced(), entry + " was read under a claim that is not the newest")
                        : closed(entry)));
        pump();
    }

    private static @Nullable Entry last(List<Entry> entries, Entry of) {
        for (int i = entries.size() - 1; i >= 0; i--) {
            if (entries.get(i).partition().equals(of.partition())) {
                return entries.get(i);
            }
        }
        return null;
    }

    private IngestException closed(Object what) {
        return new IngestException(codes.closed(), "The sink was closed before " + what + " was written");
    }

    /** Gives up what a member has of these partitions and is not in a transaction. */
    void release(Member member, Set<SourcePartition> partitions) {
        member.forget(partitions);
        synchronized (this) {
            queue.doom(
                    entry -> entry.member == member && partitions.contains(entry.partition()),
                    new IngestException(codes.notApplied(), "Given up, since the partition was released"));
        }
        pump();
    }

    /** Gives up everything of a member; complete when none of its batches is read any more. */
    CompletableFuture<Void> leave(Member member) {
        CompletableFuture<Void> idle = member.leave();
        List<Entry> inTransaction = new ArrayList<>();
        synchronized (this) {
            queue.doom(entry -> entry.member == member, closed("its batches"));
            running.forEach(packet -> packet.entries.stream()
                    .filter(entry -> entry.member == member)
                    .forEach(inTransaction::add));
        }
        inTransaction.forEach(entry -> entry.failed(closed(entry)));
        pump();
        return idle;
    }

    /** Fails what a member has open, read or not. */
    void abandon(Member member) {
        List<Entry> open = new ArrayList<>();
        synchronized (this) {
            queue.doom(
                    entry -> {
                        if (entry.member == member) {
                            open.add(entry);
                        }
                        return false;
                    },
                    closed("it"));
        }
        open.forEach(entry -> entry.failed(closed(entry)));
    }

    /** Starts whatever may be started. */
    private void pump() {
        List<List<StagedFile>> unwanted = new ArrayList<>();
        List<Entry> gone;
        List<Packet> unstaged;
        Packet failed = null;
        List<Packet> ready = List.of();
        synchronized (this) {
            gone = queue.sweep(unwanted);
            unstaged = queue.needingFiles();
            unstaged.forEach(packet -> packet.staging = true);
            if (!busy) {
                failed = queue.takeFailed();
                ready = failed == null ? takeInTime() : List.of();
                running = failed == null ? ready : List.of(failed);
                busy = !running.isEmpty();
            }
        }
        unwanted.forEach(lake::discard);
        gone.forEach(entry -> {
            IngestException doom = entry.doom;
            entry.failed(doom == null ? closed(entry) : doom);
        });
        unstaged.forEach(this::stage);
        if (failed != null) {
            refusedOrFailed(List.of(failed), reason(failed));
        } else if (!ready.isEmpty()) {
            commit(ready);
        }
    }

    private static IngestException reason(Packet failed) {
        IngestException failure = failed.failure;
        failed.failure = null;
        return failure == null ? Steps.reason(new IllegalStateException("no failure")) : failure;
    }

    /** Little not before its time; then the timer calls again. */
    private List<Packet> takeInTime() {
        Duration pause = cadence.pause(queue.isWorthwhile());
        if (pause.isNegative() || pause.isZero()) {
            return queue.takeReady();
        }
        if (!timerSet && !queue.isEmpty()) {
            timerSet = true;
            settings.timing().after(pause, () -> {
                synchronized (this) {
                    timerSet = false;
                }
                pump();
            });
        }
        return List.of();
    }

    private void stage(Packet packet) {
        CompletableFuture<List<StagedFile>> staged;
        try {
            staged = lake.stage(packet.batches());
        } catch (RuntimeException e) {
            staged = CompletableFuture.failedFuture(e);
        }
        var unused = staged.whenComplete((files, failure) -> {
            synchronized (this) {
                packet.staging = false;
                packet.files = files;
                packet.failure = failure == null ? null : Steps.reason(failure);
            }
            pump();
        });
    }

    private void commit(List<Packet> packets) {
        Map<String, Long> tables = CommitRun.rowsByTable(packets);
        var unused = Steps.then(identities.learn(tables.keySet()), (ids, failure) -> {
                    if (failure != null) {
                        refusedOrFailed(packets, outcomes.inContext(packets, failure));
                        return CompletableFuture.completedFuture(null);
                    }
                    CommitRun run = new CommitRun(lake, settings, meters, packets, ids);
                    return run.run().thenAccept(outcome -> ended(packets, run, outcome));
                })
                .exceptionally(bug -> {
                    LOG.error("A transaction ended in an unexpected way", bug);
                    refusedOrFailed(packets, Steps.reason(bug));
                    return null;
                });
    }

    private void ended(List<Packet> packets, CommitRun run, CommitRun.Outcome outcome) {
        if (!run.commitLatency().isZero()) {
            synchronized (this) {
                cadence.committed(run.begin(), run.commitLatency());
            }
        }
        IngestException reason = outcome.reason();
        if (reason == null) {
            durable(packets, entries(packets));
            return;
        }
        IngestException told = outcomes.inContext(packets, reason);
        switch (outcome.end()) {
            case MOVED, UNKNOWN -> settle(packets, told, outcome.end());
            case CONFLICT -> {
                if (exhausted(packets)) {
                    refusedOrFailed(packets, told);
                } else {
                    LOG.debug("A transaction is tried again: {}", reason.getMessage());
                    double share = 0.5 + settings.timing().random();
                    long nanos = (long) (CONFLICT_PAUSE.toNanos() * share * Math.min(8, packets.get(0).tries));
                    settings.timing().after(Duration.ofNanos(nanos), () -> finish(packets));
                }
            }
            default -> refusedOrFailed(packets, told);
        }
    }

    private static List<Entry> entries(Collection<Packet> packets) {
        List<Entry> entries = new ArrayList<>();
        packets.forEach(packet -> entries.addAll(packet.entries));
        return entries;
    }

    private static boolean exhausted(List<Packet> packets) {
        int most = 0;
        for (Packet packet : packets) {
            most = Math.max(most, ++packet.tries);
        }
        return most >= MOST_TRIES;
    }

    /** Tells that these are durable once the tables are still what they were, and goes on with what is left of the packets. */
    private void durable(List<Packet> packets, List<Entry> written) {
        if (written.isEmpty()) {
            finish(packets);
            return;
        }
        Set<String> tables = new HashSet<>(CommitRun.rowsByTable(packets).keySet());
        var unused = identities.verify(tables).whenComplete((same, failure) -> {
            if (failure == null) {
                written.forEach(Entry::durable);
                outcomes.settled(packets);
            } else {
                outcomes.failed(written, outcomes.afterCommit(written, Steps.reason(failure)));
            }
            finish(packets);
        });
    }

    /** Asks the ledger what became of them. */
    private void settle(List<Packet> packets, IngestException reason, CommitRun.End end) {
        var unused = Steps.then(lake.rows(), (rows, failure) -> {
                    if (failure != null) {
                        refusedOrFailed(packets, end == CommitRun.End.UNKNOWN ? reason : failure);
                        return CompletableFuture.completedFuture(null);
                    }
                    settled(packets, Settlement.of(packets, rows, codes), reason, end);
                    return CompletableFuture.completedFuture(null);
                })
                .exceptionally(bug -> {
                    refusedOrFailed(packets, Steps.reason(bug));
                    return null;
                });
    }

    private void settled(List<Packet> packets, Settlement settlement, IngestException reason, CommitRun.End end) {
        LOG.info(
                "{} of {} batches are in the lake, {} are to be written, {} are another's after: {}",
                settlement.durable().size(),
                entries(packets).size(),
                settlement.open().size(),
                settlement.fenced().size(),
                reason.getMessage());
        outcomes.fenced(settlement.fenced());
        boolean stuck = settlement.durable().isEmpty() && settlement.fenced().isEmpty() && exhausted(packets);
        if (stuck) {
            String text = "the ledger's rows of " + settlement.open().get(0)
                    + " and others are as expected and cannot be moved; look for doubled rows in it";
            IngestException doubled = new IngestException(codes.foreign(), text, reason);
            refusedOrFailed(packets, end == CommitRun.End.UNKNOWN ? reason : doubled);
        } else {
            durable(packets, settlement.durable());
        }
    }

    /** A refused value is looked for in ever smaller packets; anything else is told to all. */
    private void refusedOrFailed(List<Packet> packets, IngestException reason) {
        List<Packet> next = new ArrayList<>();
        boolean refused = reason.code().kind() == ErrorKind.RECORD;
        if (refused && packets.size() > 1) {
            packets.forEach(packet -> next.add(packet.alone()));
        } else if (refused && packets.get(0).entries.size() > 1) {
            outcomes.discard(packets);
            next.addAll(packets.get(0).halves());
        } else if (refused && reason.recordOffset() < 0 && !packets.get(0).searched) {
            outcomes.discard(packets);
            search(packets.get(0), reason);
        } else {
            outcomes.failed(entries(packets), reason);
        }
        finish(next.isEmpty() ? packets : next);
    }

    /** For the record that is refused, while the packet is in the queue and others are written. */
    private void search(Packet packet, IngestException reason) {
        WriteBatch batch = packet.entries.get(0).batch;
        synchronized (this) {
            packet.searched = true;
            packet.staging = true;
            queue.refused(batch);
        }
        var unused = new RecordSearch(lake, batch).find().whenComplete((found, failure) -> {
            synchronized (this) {
                packet.staging = false;
                packet.failure = found == null ? reason : outcomes.inContext(List.of(packet), found);
            }
            pump();
        });
    }

    void doomBehind(Collection<Entry> failed) {
        synchronized (this) {
            for (Entry entry : failed) {
                queue.doom(
                        other -> other.member == entry.member
                                && other.partition().equals(entry.partition()),
                        new IngestException(codes.notApplied(), "Not written, since " + entry + " before it failed"));
            }
        }
    }

    void discard(List<StagedFile> files) {
        lake.discard(files);
    }

    /** Ends the transaction; what has no outcome goes back to the front of the queue. */
    private void finish(List<Packet> packets) {
        synchronized (this) {
            queue.putBack(packets);
            running = List.of();
            busy = false;
        }
        pump();
    }
}
