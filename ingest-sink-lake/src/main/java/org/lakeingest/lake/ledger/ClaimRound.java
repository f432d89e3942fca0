package org.lakeingest.lake.ledger;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.lakeingest.api.Claim;
import org.lakeingest.api.IngestException;
import org.lakeingest.api.SourcePartition;

/**
 * Claims of several members that change the ledger once, together. Grows while the desk guards it, and is not changed any more from
 * the moment when the desk takes no more for it.
 */
final class ClaimRound {
    /** What one member waits for. */
    record Request(Member member, Set<SourcePartition> wanted, CompletableFuture<Map<SourcePartition, Claim>> answer) {}

    final String owner;
    private final List<Request> requests = new ArrayList<>();
    private final Set<SourcePartition> wanted = new HashSet<>();

    ClaimRound(String owner) {
        this.owner = owner;
    }

    /** False when a partition would be given to two: each claim of one has an epoch of its own. */
    boolean takes(Set<SourcePartition> partitions) {
        return Collections.disjoint(wanted, partitions);
    }

    CompletableFuture<Map<SourcePartition, Claim>> add(Member member, Set<SourcePartition> partitions) {
        Request request = new Request(member, Set.copyOf(partitions), new CompletableFuture<>());
        requests.add(request);
        wanted.addAll(partitions);
        return request.answer;
    }

    List<Request> requests() {
        return requests;
    }

    /** Partitions of all of them. */
    Set<SourcePartition> wanted() {
        return wanted;
    }

    void failed(IngestException reason) {
        requests.forEach(request -> request.answer.completeExceptionally(reason));
    }
}
