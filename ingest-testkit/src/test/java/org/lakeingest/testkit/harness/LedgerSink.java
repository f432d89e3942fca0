package org.lakeingest.testkit.harness;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.lakeingest.api.Claim;
import org.lakeingest.api.IngestException;
import org.lakeingest.api.SourcePartition;
import org.lakeingest.api.TransactionalSink;
import org.lakeingest.api.TransactionalWriter;
import org.lakeingest.api.WriteBatch;
import org.lakeingest.api.WriteListener;
import org.lakeingest.api.WriterContext;
import org.lakeingest.testkit.harness.ScriptedSink.Code;

/** A sink that keeps positions and epochs, as small as the contract of {@link TransactionalWriter} allows. */
final class LedgerSink implements TransactionalSink {
    final DurableRows rows = new DurableRows();
    final Map<SourcePartition, Long> next = new HashMap<>();
    final Map<SourcePartition, Long> epochs = new HashMap<>();
    final List<Set<SourcePartition>> released = new ArrayList<>();
    final Queue<IngestException> claimFailures = new ArrayDeque<>();
    int claims;
    int refused;

    private final Queue<Runnable> network = new ArrayDeque<>();

    LedgerSink(StepThreads threads) {
        threads.add("ledger", () -> !network.isEmpty(), () -> network.remove().run());
    }

    /** Another process takes the partition over and moves it. */
    void takeOver(SourcePartition partition, long position) {
        epochs.merge(partition, 1L, Long::sum);
        next.put(partition, position);
    }

    @Override
    public void open() {}

    @Override
    public TransactionalWriter openWriter(WriterContext context) {
        return new Writer();
    }

    @Override
    public void close() {}

    private final class Writer implements TransactionalWriter {
        @Override
        public CompletionStage<Map<SourcePartition, Claim>> claim(Set<SourcePartition> partitions) {
            CompletableFuture<Map<SourcePartition, Claim>> answer = new CompletableFuture<>();
            claims++;
            network.add(() -> {
                IngestException failure = claimFailures.poll();
                if (failure != null) {
                    answer.completeExceptionally(failure);
                    return;
                }
                Map<SourcePartition, Claim> claimed = new HashMap<>();
                for (SourcePartition partition : partitions) {
                    long epoch = epochs.merge(partition, 1L, Long::sum);
                    Long position = next.get(partition);
                    claimed.put(
                            partition,
                            new Claim(position == null ? OptionalLong.empty() : OptionalLong.of(position), -1, epoch));
                }
                answer.complete(claimed);
            });
            return answer;
        }

        @Override
        public void release(Set<SourcePartition> partitions) {
            released.add(partitions);
        }

        @Override
        public void write(List<WriteBatch> batches, WriteListener listener) {
            for (WriteBatch batch : batches) {
                network.add(() -> apply(batch, listener));
            }
        }

        private void apply(WriteBatch batch, WriteListener listener) {
            SourcePartition partition = batch.partition();
            boolean newest = batch.claimEpoch() == epochs.getOrDefault(partition, 0L);
            boolean follows = next.getOrDefault(partition, batch.range().start())
                    == batch.range().start();
            if (newest && follows) {
                next.put(partition, batch.range().end());
                rows.add(batch);
                listener.onDurable(batch);
            } else {
                refused++;
                listener.onFailed(batch, new IngestException(Code.TAKEN_OVER, "epoch or position has moved"));
            }
        }

        @Override
        public void close() {}
    }
}
