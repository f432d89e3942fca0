package org.lakeingest.lake.ledger;

import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.lakeingest.api.IngestException;
import org.lakeingest.api.SourcePartition;
import org.lakeingest.api.WriteBatch;
import org.lakeingest.api.WriteListener;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A batch that was handed over and has no outcome yet. Its fate is guarded by the committer; its outcome is told once. */
final class Entry {
    private static final Logger LOG = LoggerFactory.getLogger(Entry.class);

    final WriteBatch batch;
    final Member member;
    final String owner;

    /** The first of its claim: whoever reads the table has waited for it since the last owner stopped. */
    final boolean first;

    /** Why it will not be written; told once nobody reads the batch any more. */
    @Nullable
    IngestException doom;

    private final WriteListener listener;
    private final AtomicBoolean told = new AtomicBoolean();

    Entry(WriteBatch batch, WriteListener listener, Member member, String owner, boolean first) {
        this.batch = batch;
        this.listener = listener;
        this.member = member;
        this.owner = owner;
        this.first = first;
    }

    SourcePartition partition() {
        return batch.partition();
    }

    /** Whether both may be one move of the position. */
    boolean follows(Entry previous) {
        return previous.batch.range().end() == batch.range().start() && previous.owner.equals(owner);
    }

    boolean isOpen() {
        return !told.get();
    }

    void durable() {
        tell(() -> listener.onDurable(batch));
    }

    void failed(IngestException reason) {
        tell(() -> listener.onFailed(batch, reason));
    }

    private void tell(Runnable report) {
        if (told.getAndSet(true)) {
            return;
        }
        try {
            report.run();
        } catch (RuntimeException e) {
            LOG.error("A listener failed", e);
        }
        member.left();
    }

    /** The range, for messages. */
    @Override
    public String toString() {
        return partition().stream() + "-" + partition().number() + " ["
                + batch.range().start() + ", " + batch.range().end() + ")";
    }
}
