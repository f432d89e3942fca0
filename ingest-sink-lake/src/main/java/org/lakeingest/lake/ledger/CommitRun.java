package org.lakeingest.lake.ledger;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.lakeingest.api.ErrorKind;
import org.lakeingest.api.IngestException;
import org.lakeingest.api.OffsetRange;
import org.lakeingest.api.RowBatch;
import org.lakeingest.api.SourcePartition;
import org.lakeingest.api.WriteBatch;

/** One transaction from BEGIN to COMMIT. Used once. */
final class CommitRun {
    /** What became of it. */
    enum End {
        COMMITTED("committed."),
        MOVED("were given up because positions or claims in the ledger are others."),
        UNKNOWN("ended without an answer to COMMIT."),
        CONFLICT("met another transaction; nothing of them was applied."),
        REFUSED("were given up because the lake refuses a value."),
        FAILED("failed for another reason; nothing of them was applied.");

        final String says;

        End(String says) {
            this.says = says;
        }
    }

    /** The end, and the reason unless it committed. */
    record Outcome(End end, @Nullable IngestException reason) {}

    private record LoadKey(String table, Object form) {}

    private final LedgerLake lake;
    private final LedgerCodes codes;
    private final LedgerGuards guards;
    private final LedgerTiming timing;
    private final LedgerMeters meters;
    private final List<LedgerMove> moves;
    private final List<List<StagedFile>> loads;
    private final Map<String, String> tables;
    private final long begin;
    private Duration commitLatency = Duration.ZERO;

    CommitRun(
            LedgerLake lake,
            CommitSettings settings,
            LedgerMeters meters,
            List<Packet> packets,
            Map<String, String> tables) {
        this.lake = lake;
        this.codes = settings.codes();
        this.guards = settings.guards();
        this.timing = settings.timing();
        this.meters = meters;
        this.moves = moves(packets);
        this.loads = loads(packets);
        this.tables = tables;
        this.begin = timing.nanos();
    }

    /** One for each partition: the ranges of its batches follow each other. */
    private static List<LedgerMove> moves(List<Packet> packets) {
        Map<SourcePartition, LedgerMove> moves = new LinkedHashMap<>();
        for (Packet packet : packets) {
            for (Entry entry : packet.entries) {
                WriteBatch batch = entry.batch;
                LedgerMove before = moves.get(batch.partition());
                int known = leaderEpoch(batch);
                long start =
                        before == null ? batch.range().start() : before.range().start();
                int leaderEpoch = known < 0 && before != null ? before.leaderEpoch() : known;
                moves.put(
                        batch.partition(),
                        new LedgerMove(
                                batch.partition(),
                                new OffsetRange(start, batch.range().end()),
                                leaderEpoch,
                                batch.claimEpoch(),
                                entry.owner));
            }
        }
        return List.copyOf(moves.values());
    }

    private static int leaderEpoch(WriteBatch batch) {
        List<RowBatch> rows = batch.rows();
        return rows.isEmpty() ? -1 : rows.get(rows.size() - 1).origin().leaderEpoch();
    }

    private static List<List<StagedFile>> loads(List<Packet> packets) {
        Map<LoadKey, List<StagedFile>> loads = new LinkedHashMap<>();
        for (Packet packet : packets) {
            List<StagedFile> files = packet.files;
            for (StagedFile file : files == null ? List.<StagedFile>of() : files) {
                loads.computeIfAbsent(new LoadKey(file.table(), file.form()), any -> new ArrayList<>())
                        .add(file);
            }
        }
        return List.copyOf(loads.values());
    }

    long begin() {
        return begin;
    }

    Duration commitLatency() {
        return commitLatency;
    }

    /** Does not fail. */
    CompletableFuture<Outcome> run() {
        return Steps.then(
                        lake.begin(),
                        (transaction, failure) -> failure == null
                                ? inside(transaction)
                                : CompletableFuture.completedFuture(failed(failure)))
                .exceptionally(bug -> new Outcome(End.FAILED, Steps.reason(bug)))
                .thenApply(outcome -> {
                    meters.count(outcome.end);
                    return outcome;
                });
    }

    private CompletableFuture<Outcome> inside(LedgerTransaction transaction) {
        return Steps.then(transaction.move(moves, tables, guards), (moved, failure) -> {
            if (failure != null) {
                return givenUp(transaction, failed(failure));
            }
            if (moved != moves.size()) {
                IngestException reason = new IngestException(
                        codes.fenced(), moved + " of " + moves.size() + " positions are as expected");
                return givenUp(transaction, new Outcome(End.MOVED, reason));
            }
            return load(transaction, 0);
        });
    }

    private CompletableFuture<Outcome> load(LedgerTransaction transaction, int index) {
        if (index == loads.size()) {
            return commit(transaction);
        }
        List<StagedFile> files = loads.get(index);
        long sent = 0;
        for (StagedFile file : files) {
            sent += file.rows();
        }
        long expected = sent;
        return Steps.then(transaction.load(files), (rows, failure) -> {
            if (failure != null) {
                return givenUp(transaction, failed(failure));
            }
            if (rows != expected) {
                IngestException reason = new IngestException(
                        codes.rowsDiffer(),
                        "the lake loaded " + rows + " rows of " + expected + " into "
                                + files.get(0).table() + "; nothing was committed");
                return givenUp(transaction, new Outcome(End.FAILED, reason));
            }
            return load(transaction, index + 1);
        });
    }

    private CompletableFuture<Outcome> commit(LedgerTransaction transaction) {
        long start = timing.nanos();
        return Steps.then(transaction.commit(), (done, failure) -> {
            long end = timing.nanos();
            commitLatency = Duration.ofNanos(end - start);
            meters.commitTime.record(commitLatency);
            meters.transactionTime.record(Duration.ofNanos(end - begin));
            if (failure == null) {
                return CompletableFuture.completedFuture(new Outcome(End.COMMITTED, null));
            }
            boolean unknown = failure.code().kind() == ErrorKind.INDETERMINATE;
            return CompletableFuture.completedFuture(unknown ? new Outcome(End.UNKNOWN, failure) : failed(failure));
        });
    }

    private Outcome failed(IngestException reason) {
        if (reason.code() == codes.conflict()) {
            return new Outcome(End.CONFLICT, reason);
        }
        boolean refused = reason.code().kind() == ErrorKind.RECORD;
        return new Outcome(refused ? End.REFUSED : End.FAILED, reason);
    }

    private static CompletableFuture<Outcome> givenUp(LedgerTransaction transaction, Outcome outcome) {
        return Steps.then(transaction.rollback(), (done, failure) -> CompletableFuture.completedFuture(outcome));
    }

    /** Which tables it writes to. */
    static Map<String, Long> rowsByTable(List<Packet> packets) {
        Map<String, Long> rows = new HashMap<>();
        for (List<StagedFile> files : loads(packets)) {
            files.forEach(file -> rows.merge(file.table(), file.rows(), Long::sum));
        }
        return rows;
    }
}
