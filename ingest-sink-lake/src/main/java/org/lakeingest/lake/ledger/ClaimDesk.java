package org.lakeingest.lake.ledger;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.lakeingest.api.Claim;
import org.lakeingest.api.ErrorKind;
import org.lakeingest.api.IngestException;
import org.lakeingest.api.SourcePartition;
import org.lakeingest.api.WriteBatch;
import org.lakeingest.api.WriteListener;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes partitions over in the ledger for the writers of one run of a pipeline. A claim gives a partition a new epoch and an
 * owner that is unique, for all to see, and reads the position afterwards: whatever an earlier owner commits later finds its
 * part of the ledger changed and fails. Thread-safe.
 */
public final class ClaimDesk {
    private static final Logger LOG = LoggerFactory.getLogger(ClaimDesk.class);
    private static final int TRIES = 12;
    private static final Duration PAUSE = Duration.ofMillis(50);
    private static final char RUN_END = '.';

    private final LedgerLake lake;
    private final GroupCommitter committer;
    private final CommitSettings settings;
    private final String run;
    private final AtomicLong claims = new AtomicLong();
    private @Nullable ClaimRound gathering;

    /**
     * Makes a desk.
     *
     * @param run new for every sink, and the name under which its files are found
     */
    public ClaimDesk(LedgerLake lake, GroupCommitter committer, CommitSettings settings, String run) {
        this.lake = lake;
        this.committer = committer;
        this.settings = settings;
        this.run = run;
    }

    public void write(Member member, List<WriteBatch> batches, WriteListener listener) {
        committer.write(member, batches, listener);
    }

    public void release(Member member, Set<SourcePartition> partitions) {
        committer.release(member, partitions);
    }

    /** Gives up what the member has; complete when none of its batches is read any more. */
    public CompletableFuture<Void> leave(Member member) {
        return committer.leave(member);
    }

    /** Fails what the member still has open, whether it is read or not. */
    public void abandon(Member member) {
        committer.abandon(member);
    }

    /**
     * Claims for a member. What is wanted while another claim still looks at the ledger is claimed with it: the workers of a process
     * take over at the same moment, and would meet each other.
     */
    public CompletableFuture<Map<SourcePartition, Claim>> claim(Member member, Set<SourcePartition> partitions) {
        CompletableFuture<Map<SourcePartition, Claim>> answer;
        ClaimRound fresh = null;
        synchronized (this) {
            ClaimRound open = gathering;
            if (open == null || !open.takes(partitions)) {
                open = new ClaimRound(run + RUN_END + claims.incrementAndGet());
                fresh = open;
                gathering = open;
            }
            answer = open.add(member, partitions);
        }
        if (fresh != null) {
            play(fresh);
        }
        return answer;
    }

    private void play(ClaimRound round) {
        var unused = CompletableFuture.completedFuture(round)
                .thenCompose(any -> committer.identities().learn(Set.of()))
                .thenCompose(ids -> lake.rows())
                .thenCompose(before -> {
                    close(round);
                    return lake.admit(round.wanted())
                            .thenCompose(same -> add(round.wanted(), before))
                            .thenCompose(done -> retried(() -> lake.claim(round.wanted(), round.owner), 1))
                            .thenCompose(done -> lake.rows())
                            .thenCompose(after -> claimed(round, before, after));
                })
                .whenComplete((done, failure) -> {
                    if (failure != null) {
                        close(round);
                        round.failed(Steps.reason(failure));
                    }
                });
    }

    /** Takes no more for this round. */
    private synchronized void close(ClaimRound round) {
        if (gathering == round) {
            gathering = null;
        }
    }

    /** Rows that are missing are added in a transaction that changes a row all such transactions change. */
    private CompletableFuture<Void> add(Set<SourcePartition> wanted, List<LedgerRow> rows) {
        Set<SourcePartition> missing = new HashSet<>(wanted);
        rows.forEach(row -> missing.remove(row.partition()));
        if (missing.isEmpty()) {
            return CompletableFuture.completedFuture(null);
        }
        return retried(() -> addOnce(missing), 1);
    }

    private CompletableFuture<Void> addOnce(Set<SourcePartition> missing) {
        return lake.begin().thenCompose(transaction -> {
            CompletableFuture<Void> added = transaction
                    .touch()
                    .thenCompose(done -> transaction.known(missing))
                    .thenCompose(known -> {
                        List<LedgerRow> fresh = new ArrayList<>();
                        for (SourcePartition partition : missing) {
                            if (!known.contains(partition)) {
                                fresh.add(LedgerRow.fresh(partition));
                            }
                        }
                        return fresh.isEmpty() ? CompletableFuture.completedFuture(null) : transaction.add(fresh);
                    });
            return Steps.then(
                    added,
                    (done, failure) -> failure == null
                            ? transaction.commit()
                            : transaction.rollback().thenCompose(back -> CompletableFuture.failedFuture(failure)));
        });
    }

    /** Conflicts with other claims and with commits are ordinary, and an unknown outcome is harmless to repeat. */
    private CompletableFuture<Void> retried(Supplier<CompletableFuture<Void>> step, int attempt) {
        return Steps.then(step.get(), (done, failure) -> {
            if (failure == null) {
                return CompletableFuture.completedFuture(null);
            }
            boolean again = failure.code() == settings.codes().conflict()
                    || failure.code().kind() == ErrorKind.INDETERMINATE;
            if (!again || attempt == TRIES) {
                return CompletableFuture.failedFuture(failure);
            }
            CompletableFuture<Void> later = new CompletableFuture<>();
            double share = (0.5 + settings.timing().random()) * Math.min(attempt, 8);
            settings.timing()
                    .after(
                            Duration.ofNanos((long) (PAUSE.toNanos() * share)),
                            () -> Steps.pass(retried(step, attempt + 1), later));
            return later;
        });
    }

    private CompletableFuture<Void> claimed(ClaimRound round, List<LedgerRow> before, List<LedgerRow> after) {
        Map<SourcePartition, LedgerRow> rows = new HashMap<>();
        Map<String, String> stored = new HashMap<>();
        for (LedgerRow row : after) {
            if (rows.put(row.partition(), row) != null) {
                return CompletableFuture.failedFuture(foreign("two rows for " + row.partition()));
            }
            if (row.owner().equals(round.owner)) {
                stored.putAll(row.tables());
            }
        }
        return committer
                .identities()
                .verify(Set.of())
                .thenCompose(same -> committer.identities().verifyStored(stored))
                .thenAccept(same -> {
                    forgetRuns(before, after);
                    round.requests().forEach(request -> answer(request, round.owner, rows, after));
                });
    }

    private void answer(
            ClaimRound.Request request, String owner, Map<SourcePartition, LedgerRow> rows, List<LedgerRow> all) {
        Map<SourcePartition, Claim> claims = new HashMap<>();
        for (SourcePartition partition : request.wanted()) {
            LedgerRow row = rows.get(partition);
            if (row == null) {
                request.answer().completeExceptionally(foreign("no row for " + partition));
                return;
            }
            if (!row.owner().equals(owner)) {
                request.answer()
                        .completeExceptionally(new IngestException(
                                settings.codes().fenced(),
                                row.owner() + " has claimed partition " + partition.number() + " of "
                                        + partition.stream() + " at the same time"));
                return;
            }
            claims.put(partition, new Claim(position(row, all), row.leaderEpoch(), row.epoch()));
        }
        claims.forEach((partition, claim) -> request.member().holds(partition, new Member.Held(claim.epoch(), owner)));
        request.answer().complete(Map.copyOf(claims));
    }

    /** A topic that was re-created is read from its start, whatever the group has committed for its predecessor. */
    private static OptionalLong position(LedgerRow row, List<LedgerRow> all) {
        if (row.next() != LedgerRow.UNSET) {
            return OptionalLong.of(row.next());
        }
        for (LedgerRow other : all) {
            boolean predecessor = other.partition().stream().equals(row.partition().stream())
                    && !other.partition().incarnation().equals(row.partition().incarnation());
            if (predecessor) {
                LOG.info(
                        "{} was created anew: partition {} is read from its start",
                        row.partition().stream(),
                        row.partition().number());
                return OptionalLong.of(0);
            }
        }
        return OptionalLong.empty();
    }

    /** Runs that have lost their last partition are over, or have nothing that could still be committed. */
    private void forgetRuns(List<LedgerRow> before, List<LedgerRow> after) {
        Set<String> over = new HashSet<>();
        before.forEach(row -> over.add(runOf(row.owner())));
        after.forEach(row -> over.remove(runOf(row.owner())));
        over.remove("");
        over.remove(run);
        over.forEach(lake::discardRun);
    }

    private static String runOf(String owner) {
        int end = owner.lastIndexOf(RUN_END);
        return end < 0 ? "" : owner.substring(0, end);
    }

    private IngestException foreign(String what) {
        return new IngestException(
                settings.codes().foreign(), "the ledger " + lake.ledger() + " has " + what + "; it was edited");
    }
}
