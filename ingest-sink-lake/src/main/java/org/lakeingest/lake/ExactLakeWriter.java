package org.lakeingest.lake;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.lakeingest.api.Claim;
import org.lakeingest.api.SourcePartition;
import org.lakeingest.api.TransactionalWriter;
import org.lakeingest.api.WriteBatch;
import org.lakeingest.api.WriteListener;
import org.lakeingest.lake.ledger.ClaimDesk;
import org.lakeingest.lake.ledger.Member;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Writes for one worker, through the committer that all workers of the sink share. */
final class ExactLakeWriter implements TransactionalWriter {
    private static final Logger LOG = LoggerFactory.getLogger(ExactLakeWriter.class);

    /** Encoding cannot be interrupted, and a batch must not be let go while it is read. */
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private final ClaimDesk desk;
    private final Member member = new Member();
    private final AtomicBoolean closed = new AtomicBoolean();

    ExactLakeWriter(ClaimDesk desk) {
        this.desk = desk;
    }

    @Override
    public void write(List<WriteBatch> batches, WriteListener listener) {
        desk.write(member, batches, listener);
    }

    @Override
    public CompletionStage<Map<SourcePartition, Claim>> claim(Set<SourcePartition> partitions) {
        return desk.claim(member, partitions);
    }

    @Override
    public void release(Set<SourcePartition> partitions) {
        desk.release(member, partitions);
    }

    @Override
    public void close() {
        if (closed.getAndSet(true)) {
            return;
        }
        boolean idle = desk.leave(member)
                .thenApply(done -> true)
                .completeOnTimeout(false, PATIENCE.toMillis(), TimeUnit.MILLISECONDS)
                .join();
        if (!idle) {
            LOG.warn("Batches are still being encoded {} after closing; they are given up", PATIENCE);
            desk.abandon(member);
        }
    }
}
