package org.lakeingest.engine;

import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;
import org.lakeingest.api.Claim;
import org.lakeingest.api.ErrorKind;
import org.lakeingest.api.IngestException;
import org.lakeingest.api.Source;
import org.lakeingest.api.SourcePartition;
import org.lakeingest.api.TransactionalWriter;
import org.lakeingest.engine.progress.InFlightTracker;
import org.lakeingest.engine.progress.Lease;
import org.lakeingest.engine.write.RetryPolicy;

/**
 * Takes newly leased partitions over at a sink that keeps positions, before they are read. Confined to the poll thread, which
 * never waits for the answers; a claim that fails for a while is made again for what is still leased.
 */
final class Claims {
    private static final int UNKNOWN_EPOCH = -1;

    private final TransactionalWriter writer;
    private final InFlightTracker tracker;
    private final PauseControl pauses;
    private final Mailbox mailbox;
    private final EngineThreads threads;
    private final RetryPolicy retries;
    private final WorkerListener pipeline;
    private final Map<Lease, Claim> seeks = new HashMap<>();
    private final Set<Lease> unkept = new HashSet<>();
    private int failures;

    Claims(TransactionalWriter writer, PollState state, RetryPolicy retries) {
        this.writer = writer;
        this.tracker = state.tracker();
        this.pauses = state.pauses();
        this.mailbox = state.mailbox();
        this.threads = state.threads();
        this.retries = retries;
        this.pipeline = state.pipeline();
    }

    /** Keeps these leases paused until the sink has answered; asks it once the present listener call is over. */
    void claim(Collection<Lease> leases) {
        List<Lease> wanted = List.copyOf(leases);
        wanted.forEach(lease -> pauses.claiming(lease.partition()));
        mailbox.postQuietly(() -> ask(wanted));
    }

    void release(Set<SourcePartition> partitions) {
        writer.release(partitions);
    }

    private void ask(Collection<Lease> leases) {
        List<Lease> wanted = leases.stream().filter(Lease::isActive).toList();
        if (wanted.isEmpty()) {
            return;
        }
        Set<SourcePartition> partitions = new HashSet<>();
        wanted.forEach(lease -> partitions.add(lease.partition()));
        writer.claim(partitions)
                .whenComplete((claims, failure) -> mailbox.post(() -> {
                    if (claims == null) {
                        onFailure(wanted, failure);
                    } else {
                        onClaimed(wanted, claims);
                    }
                }));
    }

    private void onFailure(List<Lease> leases, @Nullable Throwable failure) {
        Throwable cause = failure instanceof CompletionException wrapped ? wrapped.getCause() : failure;
        IngestException reason = cause instanceof IngestException known
                ? known
                : new IngestException(
                        EngineErrorCode.COMPONENT_BUG, "claiming partitions at the sink threw " + cause, cause);
        ErrorKind kind = reason.code().kind();
        if (!kind.isRetried() && kind != ErrorKind.FENCED) {
            pipeline.onFailed(reason);
            return;
        }
        failures++;
        threads.schedule(retries.delay(failures, threads.random()), () -> mailbox.post(() -> ask(leases)));
    }

    private void onClaimed(List<Lease> leases, Map<SourcePartition, Claim> claims) {
        failures = 0;
        for (Lease lease : leases) {
            Claim claim = claims.get(lease.partition());
            if (claim == null) {
                pipeline.onFailed(new IngestException(
                        EngineErrorCode.SINK_PROTOCOL, "the sink answered a claim without " + lease.partition()));
            } else if (lease.isActive()) {
                lease.claimedUnder(claim.epoch());
                if (claim.position().isPresent()) {
                    seeks.put(lease, claim);
                } else {
                    unkept.add(lease);
                }
                pauses.claimed(lease.partition());
            }
        }
    }

    /** The lease goes on from here unless the sink knows better. */
    void startAt(Lease lease, long position) {
        seeks.put(lease, new Claim(OptionalLong.of(position), UNKNOWN_EPOCH, lease.claimEpoch()));
    }

    /** Moves the source to where the sink wants to go on; before anything is resumed, outside of listener calls. */
    void applySeeks(Source source) {
        if (!unkept.isEmpty()) {
            Set<SourcePartition> alone = new HashSet<>();
            unkept.forEach(lease -> {
                if (lease.isActive()) {
                    alone.add(lease.partition());
                }
            });
            unkept.clear();
            source.goOnAlone(alone);
        }
        if (seeks.isEmpty()) {
            return;
        }
        Map<SourcePartition, Claim> claims = new HashMap<>();
        seeks.forEach((lease, claim) -> {
            if (lease.isActive()) {
                tracker.seek(lease, claim.position().orElseThrow());
                claims.put(lease.partition(), claim);
            }
        });
        seeks.clear();
        if (!claims.isEmpty()) {
            source.goOnFrom(claims);
        }
    }
}
