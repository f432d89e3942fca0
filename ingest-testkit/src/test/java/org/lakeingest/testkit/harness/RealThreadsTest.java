package org.lakeingest.testkit.harness;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.lakeingest.api.AssignmentListener;
import org.lakeingest.api.Decoder;
import org.lakeingest.api.Membership;
import org.lakeingest.api.RecordBatch;
import org.lakeingest.api.Source;
import org.lakeingest.api.SourcePartition;
import org.lakeingest.engine.Pipeline;
import org.lakeingest.engine.PipelineOptions;
import org.lakeingest.engine.PipelineRuntime;
import org.lakeingest.engine.PipelineState;
import org.lakeingest.testkit.RecordBatches;

/** The same engine on real threads. */
class RealThreadsTest {
    private static final int PARTITIONS = 6;
    private static final int RECORDS = 20_000;

    private final RecordingSink sink = new RecordingSink();
    private final Map<SourcePartition, Long> committed = new ConcurrentHashMap<>();
    private final AtomicReference<@Nullable Throwable> death = new AtomicReference<>();
    private final PipelineRuntime runtime = new PipelineRuntime("real", Clock.systemUTC(), new SimpleMeterRegistry());

    @AfterEach
    void close() {
        runtime.close();
    }

    private Pipeline pipeline(Supplier<Decoder> decoder) {
        return Pipeline.builder(runtime)
                .source(GeneratingSource::new)
                .decoder(decoder)
                .sink(sink)
                .options(PipelineOptions.defaults().withWorkers(2, 2))
                .fatalHandler((thread, cause) -> death.set(cause))
                .build();
    }

    @Test
    void workersAndLanesMoveEveryRowOnceAndCommitIt() {
        Pipeline pipeline = pipeline(HarnessDecoder::new);
        pipeline.start();
        await().atMost(1, TimeUnit.MINUTES).until(() -> sink.rows().total() == (long) PARTITIONS * RECORDS);
        pipeline.close();
        assertThat(pipeline.state()).isEqualTo(PipelineState.STOPPED);
        assertThat(pipeline.termination()).isCompleted();
        assertThat(committed).hasSize(PARTITIONS).containsValue((long) RECORDS);
        for (SourcePartition partition : committed.keySet()) {
            assertThat(committed).containsEntry(partition, (long) RECORDS);
            assertThat(sink.rows()
                            .of(partition)
                            .equals(LongStream.range(0, RECORDS).boxed().toList()))
                    .as("rows of %s are its log", partition)
                    .isTrue();
        }
    }

    @Test
    void aLaneThatRunsOutOfMemoryReachesTheFatalHandler() {
        Pipeline pipeline = pipeline(() -> (origin, payloads, output) -> {
            throw new OutOfMemoryError("scripted");
        });
        pipeline.start();
        await().atMost(1, TimeUnit.MINUTES).until(() -> death.get() instanceof OutOfMemoryError);
        assertThat(sink.rows().total()).isZero();
    }

    /** Every other partition, each with the same number of records. Poll thread, but for the wake-up. */
    private final class GeneratingSource implements Source {
        private final List<SourcePartition> owned = new ArrayList<>();
        private final Map<SourcePartition, Long> positions = new ConcurrentHashMap<>();
        private final Set<SourcePartition> paused = ConcurrentHashMap.newKeySet();
        private final Semaphore wakeups = new Semaphore(0);
        private @Nullable AssignmentListener listener;
        private boolean assigned;

        GeneratingSource(int worker) {
            for (int i = worker; i < PARTITIONS; i += 2) {
                owned.add(new SourcePartition("orders", RecordBatches.INCARNATION, i));
            }
        }

        @Override
        public void start(AssignmentListener target) {
            listener = target;
        }

        @Override
        public List<RecordBatch> poll(Duration timeout) {
            if (!assigned && listener != null) {
                assigned = true;
                owned.forEach(partition -> positions.put(partition, 0L));
                paused.addAll(owned);
                listener.onAssigned(Set.copyOf(owned));
                return List.of();
            }
            List<RecordBatch> batches = new ArrayList<>();
            positions.replaceAll((partition, position) -> {
                if (paused.contains(partition) || position == RECORDS) {
                    return position;
                }
                RecordBatches batch = RecordBatches.at(partition, position);
                byte[] value = "row".getBytes(UTF_8);
                for (int i = 0; i < 500; i++) {
                    batch.record((byte[]) null, value);
                }
                batches.add(batch.build());
                return position + 500;
            });
            if (batches.isEmpty()) {
                rest(timeout);
            }
            return batches;
        }

        private void rest(Duration timeout) {
            try {
                if (wakeups.tryAcquire(timeout.toMillis(), TimeUnit.MILLISECONDS)) {
                    wakeups.drainPermits();
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }

        @Override
        public void seek(Map<SourcePartition, Long> targets) {
            positions.putAll(targets);
        }

        @Override
        public void pause(Set<SourcePartition> partitions) {
            paused.addAll(partitions);
        }

        @Override
        public void resume(Set<SourcePartition> partitions) {
            paused.removeAll(partitions);
        }

        @Override
        public void commit(Map<SourcePartition, Long> moved) {
            committed.putAll(moved);
        }

        @Override
        public Membership membership() {
            return Member.ONE;
        }

        @Override
        public void wakeup() {
            wakeups.release();
        }

        @Override
        public void close() {
            if (listener != null) {
                committed.putAll(listener.onRevoked(Set.copyOf(owned), Duration.ofSeconds(10)));
            }
        }
    }

    private enum Member implements Membership {
        ONE
    }
}
