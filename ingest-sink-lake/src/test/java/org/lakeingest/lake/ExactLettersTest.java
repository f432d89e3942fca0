package org.lakeingest.lake;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.lakeingest.api.Claim;
import org.lakeingest.api.DeadLetter;
import org.lakeingest.api.Delivery;
import org.lakeingest.api.Metrics;
import org.lakeingest.api.OffsetRange;
import org.lakeingest.api.PluginContext;
import org.lakeingest.api.RecordBatch;
import org.lakeingest.api.RejectedRecord;
import org.lakeingest.api.Sink;
import org.lakeingest.api.SourcePartition;
import org.lakeingest.api.StoresDeadLetters;
import org.lakeingest.api.TransactionalSink;
import org.lakeingest.api.TransactionalWriter;
import org.lakeingest.api.WriteBatch;
import org.lakeingest.lake.encode.FileFormat;
import org.lakeingest.testkit.RecordBatches;
import org.lakeingest.testkit.WriteBatches;
import org.lakeingest.testkit.WriteOutcomes;

/** Dead letters in the transaction that writes the rows. */
class ExactLettersTest {
    @RegisterExtension
    static final TestLake lake = new TestLake();

    private static final AtomicInteger TABLES = new AtomicInteger();
    private static final Duration PATIENCE = Duration.ofMinutes(1);

    private final String name = "lettering" + TABLES.incrementAndGet();
    private final SinkFixture sinks = new SinkFixture(lake.dsn(), lake.table(name));
    private final LetterFixture letters = new LetterFixture(lake.dsn(), lake.table(name + "_letters"));

    @AfterEach
    void close() {
        sinks.close();
        letters.close();
    }

    private record Exactly(PluginContext plain, Record letters) implements PluginContext {
        @Override
        public String pipelineName() {
            return plain.pipelineName();
        }

        @Override
        public String componentName() {
            return plain.componentName();
        }

        @Override
        public java.time.Clock clock() {
            return plain.clock();
        }

        @Override
        public Metrics metrics() {
            return plain.metrics();
        }

        @Override
        public Executor cpu() {
            return plain.cpu();
        }

        @Override
        public Optional<Delivery> delivery() {
            return Optional.of(Delivery.EXACTLY_ONCE);
        }

        @Override
        public Optional<Record> deadLetters() {
            return Optional.of(letters);
        }
    }

    private Sink create() {
        sinks.ledger = lake.table(name + "_ledger");
        return new LakeSinkFactory().create(sinks.config(), new Exactly(sinks.context, letters.config()));
    }

    private static TransactionalWriter writer(Sink sink) {
        sink.open();
        return ((TransactionalSink) sink).openWriter(SinkFixture.WRITER);
    }

    private static long claim(TransactionalWriter writer, SourcePartition partition) {
        Map<SourcePartition, Claim> claims =
                writer.claim(Set.of(partition)).toCompletableFuture().join();
        return claims.getOrDefault(partition, new Claim(java.util.OptionalLong.empty(), -1, -1))
                .epoch();
    }

    private static List<RejectedRecord> rejected(int partition, int offset, int count) {
        RecordBatches batch = RecordBatches.at(Batches.partition(partition), offset);
        for (int i = 0; i < count; i++) {
            batch.record("k", "bad");
        }
        RecordBatch made = batch.build();
        return new ArrayList<>(LetterFixture.all(made));
    }

    @Test
    void writesThemWithTheRowsAndMovesPositionsOverThem() {
        SourcePartition partition = Batches.partition(0);
        try (Sink sink = create()) {
            assertThat(sink).isInstanceOf(StoresDeadLetters.class);
            TransactionalWriter writer = writer(sink);
            long epoch = claim(writer, partition);
            WriteBatch mixed =
                    WriteBatches.under(epoch, WriteBatches.rejecting(rejected(0, 3, 1), Batches.documents(0, 0, 3)));
            WriteBatch alone = WriteBatches.under(
                    epoch,
                    WriteBatches.rejecting(
                            rejected(0, 4, 2), WriteBatches.of(partition, new OffsetRange(3, 6), List.of())));
            WriteOutcomes outcomes = new WriteOutcomes();
            List<WriteBatch> batches = List.of(mixed, alone);
            writer.write(batches, outcomes);
            outcomes.await(batches, PATIENCE).allDurable(batches);
        }
        assertThat(lake.value("SELECT count(*) FROM " + lake.sql(name))).isEqualTo("3");
        assertThat(letters.read()).extracting(DeadLetter::offset).containsExactly(3L, 4L, 5L);
        assertThat(lake.value("SELECT next_offset FROM " + lake.sql(name + "_ledger") + " WHERE partition_no = 0"))
                .isEqualTo("6");
    }

    @Test
    void writesNoLetterOfABatchThatIsFenced() {
        SourcePartition partition = Batches.partition(0);
        try (Sink old = create();
                Sink young = create()) {
            TransactionalWriter slow = writer(old);
            long epoch = claim(slow, partition);
            claim(writer(young), partition);
            WriteBatch batch =
                    WriteBatches.under(epoch, WriteBatches.rejecting(rejected(0, 3, 1), Batches.documents(0, 0, 3)));
            WriteOutcomes outcomes = new WriteOutcomes();
            slow.write(List.of(batch), outcomes);
            outcomes.await(List.of(batch), PATIENCE);
            assertThat(outcomes.failure(batch)).isNotNull();
        }
        assertThat(letters.read()).isEmpty();
    }

    /** A queue of its own takes them then. */
    @Test
    void leavesLettersAloneThatItCannotWriteWithItsRows() {
        sinks.format = FileFormat.NDJSON;
        assertThat(create()).isInstanceOf(TransactionalSink.class).isNotInstanceOf(StoresDeadLetters.class);
        sinks.format = FileFormat.PARQUET;
        letters.dsn = "http://lake:other@127.0.0.1:1/default";
        assertThat(create()).isInstanceOf(TransactionalSink.class).isNotInstanceOf(StoresDeadLetters.class);
    }
}
