package org.lakeingest.engine;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.lakeingest.api.IngestException;
import org.lakeingest.api.SourcePartition;
import org.lakeingest.engine.progress.InFlightRange;
import org.lakeingest.engine.progress.Lease;
import org.lakeingest.engine.progress.ProgressListener;

/** Carries reports from any thread to the poll thread, in order; wakes it for those that it should act upon. */
record ProgressMail(Mailbox mailbox, ProgressListener desk) implements ProgressListener {
    @Override
    public void onSplit(InFlightRange range, int parts) {
        mailbox.postQuietly(() -> desk.onSplit(range, parts));
    }

    @Override
    public void onDecoded(InFlightRange range, long bytes) {
        mailbox.postQuietly(() -> desk.onDecoded(range, bytes));
    }

    @Override
    public void onDurable(List<InFlightRange> ranges) {
        mailbox.post(() -> desk.onDurable(ranges));
    }

    @Override
    public void onDropped(List<InFlightRange> ranges, long from) {
        mailbox.post(() -> desk.onDropped(ranges, from));
    }

    @Override
    public void onPoisoned(InFlightRange range, long position, IngestException reason) {
        mailbox.post(() -> desk.onPoisoned(range, position, reason));
    }

    @Override
    public void onFenced(Lease lease, IngestException reason) {
        mailbox.post(() -> desk.onFenced(lease, reason));
    }

    @Override
    public void onHeld(int lane, Set<SourcePartition> partitions) {
        mailbox.post(() -> desk.onHeld(lane, partitions));
    }

    @Override
    public void onBlocked(int lane, Map<SourcePartition, IngestException> partitions) {
        mailbox.post(() -> desk.onBlocked(lane, partitions));
    }

    @Override
    public void onFailed(IngestException reason) {
        mailbox.post(() -> desk.onFailed(reason));
    }
}
