package org.lakeingest.lake;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.lakeingest.api.SinkWriter;
import org.lakeingest.api.WriteBatch;
import org.lakeingest.api.WriteListener;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Writes for one worker. Batches of one {@link #write} call share files; calls share nothing but the order of partitions. */
final class LakeWriter implements SinkWriter {
    private static final Logger LOG = LoggerFactory.getLogger(LakeWriter.class);

    /** Encoding cannot be interrupted, and a batch must not be let go while it is read. */
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private final LakeClient client;
    private final WriteOrder order;
    private final Attempts attempts;
    private final GroupLoad groups;
    private final AtomicBoolean closed;

    /**
     * Makes a writer.
     *
     * @param client the writer's own; cancelled with it
     * @param closed set by {@link #close}, and read by whatever should then not start any more
     */
    LakeWriter(LakeClient client, WriteOrder order, Attempts attempts, GroupLoad groups, AtomicBoolean closed) {
        this.client = client;
        this.order = order;
        this.attempts = attempts;
        this.groups = groups;
        this.closed = closed;
    }

    @Override
    public void write(List<WriteBatch> batches, WriteListener listener) {
        for (List<WriteBatch> group : attempts.regroup(batches)) {
            groups.start(group, listener);
        }
    }

    @Override
    public void close() {
        if (closed.getAndSet(true)) {
            return;
        }
        client.cancel();
        CompletableFuture<Boolean> idle = order.idle().thenApply(done -> true);
        if (!idle.completeOnTimeout(false, PATIENCE.toMillis(), TimeUnit.MILLISECONDS)
                .join()) {
            LOG.warn("Batches are still being encoded {} after closing; they are given up", PATIENCE);
        }
        groups.abandon();
    }
}
