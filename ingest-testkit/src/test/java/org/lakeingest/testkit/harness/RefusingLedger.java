package org.lakeingest.testkit.harness;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Predicate;
import org.lakeingest.api.Claim;
import org.lakeingest.api.IngestException;
import org.lakeingest.api.RejectedRecord;
import org.lakeingest.api.RowBatch;
import org.lakeingest.api.SourcePartition;
import org.lakeingest.api.StoresDeadLetters;
import org.lakeingest.api.Target;
import org.lakeingest.api.TransactionalSink;
import org.lakeingest.api.TransactionalWriter;
import org.lakeingest.api.WriteBatch;
import org.lakeingest.api.WriteListener;
import org.lakeingest.api.WriterContext;
import org.lakeingest.testkit.harness.ScriptedSink.Code;
import org.lakeingest.testkit.harness.ScriptedSink.Row;

/**
 * A sink that keeps positions and refuses any batch that holds a bad row. Batches of a partition end in their order, and those
 * behind one that failed fail with it. Confined to the test's thread.
 */
class RefusingLedger implements TransactionalSink {
    final DurableRows rows = new DurableRows();
    final List<RejectedRecord> letters = new ArrayList<>();
    final Map<SourcePartition, Long> next = new HashMap<>();
    Predicate<Row> bad = row -> false;
    boolean namesTheRecord;
    int failuresLeft;
    MoveListener moves = (partition, position) -> {};
    int attempts;

    private final StepThreads threads;
    private final Map<SourcePartition, Long> epochs = new HashMap<>();
    private final Map<SourcePartition, Map<Target, List<Long>>> of = new HashMap<>();
    private final List<Open> open = new ArrayList<>();

    /** Told each position that a transaction is about to store. */
    interface MoveListener {
        void onMove(SourcePartition partition, long position);
    }

    private record Open(WriteBatch batch, WriteListener listener, Set<SourcePartition> broken) {}

    /** The same, and letters are stored with the rows. */
    static final class Storing extends RefusingLedger implements StoresDeadLetters {
        Storing(StepThreads threads) {
            super(threads);
        }
    }

    RefusingLedger(StepThreads threads) {
        this.threads = threads;
        threads.add("ledger", () -> !open.isEmpty(), this::step);
    }

    /** One of the first open batches of each partition ends. */
    private void step() {
        List<Open> first = new ArrayList<>();
        Set<SourcePartition> seen = new HashSet<>();
        for (Open each : open) {
            if (seen.add(each.batch.partition())) {
                first.add(each);
            }
        }
        end(first.get(threads.dice().nextInt(first.size())));
    }

    private void end(Open ending) {
        open.remove(ending);
        WriteBatch batch = ending.batch;
        SourcePartition partition = batch.partition();
        attempts++;
        if (ending.broken.contains(partition)) {
            fail(ending, new IngestException(Code.AWAY, "an earlier one failed"));
        } else if (batch.claimEpoch() != epochs.getOrDefault(partition, 0L)
                || next.getOrDefault(partition, batch.range().start())
                        != batch.range().start()) {
            fail(ending, new IngestException(Code.TAKEN_OVER, "epoch or position has moved"));
        } else if (failuresLeft > 0) {
            failuresLeft--;
            fail(ending, new IngestException(Code.AWAY, "scripted"));
        } else {
            apply(ending);
        }
    }

    private void apply(Open ending) {
        WriteBatch batch = ending.batch;
        long refused = firstBad(batch);
        if (refused < 0) {
            letters.addAll(batch.rejected());
            moves.onMove(batch.partition(), batch.range().end());
            next.put(batch.partition(), batch.range().end());
            rows.add(batch);
            noteOrder(batch);
            ending.listener.onDurable(batch);
            return;
        }
        String words = "a row cannot be loaded";
        fail(
                ending,
                namesTheRecord
                        ? IngestException.atRecord(Code.REFUSED, refused, words, null)
                        : new IngestException(Code.REFUSED, words));
    }

    private void noteOrder(WriteBatch batch) {
        for (RowBatch part : batch.rows()) {
            List<Long> offsets = of.computeIfAbsent(batch.partition(), partition -> new HashMap<>())
                    .computeIfAbsent(part.target(), target -> new ArrayList<>());
            for (int row = 0; row < part.rowCount(); row++) {
                offsets.add(part.origin().offset(part.originIndex(row)));
            }
        }
    }

    /** The offsets behind the rows of a target, in their order there. */
    List<Long> of(SourcePartition partition, Target target) {
        return of.getOrDefault(partition, Map.of()).getOrDefault(target, List.of());
    }

    private void fail(Open ending, IngestException reason) {
        ending.broken.add(ending.batch.partition());
        ending.listener.onFailed(ending.batch, reason);
    }

    private long firstBad(WriteBatch batch) {
        long first = Long.MAX_VALUE;
        for (RowBatch part : batch.rows()) {
            for (int row = 0; row < part.rowCount(); row++) {
                long offset = part.origin().offset(part.originIndex(row));
                if (bad.test(new Row(batch.partition(), offset))) {
                    first = Math.min(first, offset);
                }
            }
        }
        return first == Long.MAX_VALUE ? -1 : first;
    }

    @Override
    public void open() {}

    @Override
    public TransactionalWriter openWriter(WriterContext context) {
        return new Writer();
    }

    @Override
    public void close() {
        for (Open each : List.copyOf(open)) {
            open.remove(each);
            each.listener.onFailed(each.batch, new IngestException(Code.AWAY, "closed"));
        }
    }

    private final class Writer implements TransactionalWriter {
        private final Set<SourcePartition> broken = new HashSet<>();

        @Override
        public CompletionStage<Map<SourcePartition, Claim>> claim(Set<SourcePartition> partitions) {
            Map<SourcePartition, Claim> claimed = new HashMap<>();
            for (SourcePartition partition : partitions) {
                long epoch = epochs.merge(partition, 1L, Long::sum);
                Long position = next.get(partition);
                OptionalLong from = position == null ? OptionalLong.empty() : OptionalLong.of(position);
                claimed.put(partition, new Claim(from, -1, epoch));
            }
            return CompletableFuture.completedFuture(claimed);
        }

        @Override
        public void release(Set<SourcePartition> partitions) {}

        @Override
        public void write(List<WriteBatch> batches, WriteListener listener) {
            for (WriteBatch batch : batches) {
                if (open.stream()
                        .noneMatch(each ->
                                each.broken == broken && each.batch.partition().equals(batch.partition()))) {
                    broken.remove(batch.partition());
                }
                open.add(new Open(batch, listener, broken));
            }
        }

        @Override
        public void close() {}
    }
}
