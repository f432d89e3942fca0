package org.lakeingest.lake;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.lakeingest.api.Claim;
import org.lakeingest.api.SourcePartition;
import org.lakeingest.api.TransactionalSink;
import org.lakeingest.api.TransactionalWriter;
import org.lakeingest.api.WriteBatch;
import org.lakeingest.lake.ledger.LedgerGuards;
import org.lakeingest.testkit.WriteBatches;

/** Rows that take the place of older ones, in the transaction that moves the positions. */
class ExactReplaceTest {
    @RegisterExtension
    static final TestLake lake = new TestLake();

    private static final AtomicInteger TABLES = new AtomicInteger();
    private static final int ROUNDS = 5;

    private final String name = "exactreplace" + TABLES.incrementAndGet();
    private final List<SinkFixture> fixtures = new ArrayList<>();
    private final List<TransactionalSink> sinks = new ArrayList<>();

    @AfterEach
    void stop() {
        sinks.forEach(TransactionalSink::close);
        fixtures.forEach(SinkFixture::close);
    }

    private SinkFixture fixture() {
        SinkFixture fixture = new SinkFixture(lake.dsn(), lake.table(name));
        fixture.load = LakeSinkConfig.LoadMode.REPLACE;
        fixture.ledger = lake.table(name + "_ledger");
        fixtures.add(fixture);
        return fixture;
    }

    private TransactionalWriter process(String run) {
        TransactionalSink sink = fixture().exact(LedgerGuards.ALL, run);
        sinks.add(sink);
        sink.open();
        return sink.openWriter(SinkFixture.WRITER);
    }

    private static Claim claim(TransactionalWriter writer, int partition) {
        SourcePartition wanted = Batches.partition(partition);
        return Objects.requireNonNull(
                writer.claim(Set.of(wanted)).toCompletableFuture().join().get(wanted));
    }

    private List<List<@Nullable String>> counts() {
        return lake.rows("SELECT kpartition, count(*), count(DISTINCT koffset), max(koffset) FROM " + lake.sql(name)
                + " GROUP BY kpartition ORDER BY kpartition");
    }

    @Test
    void itIsTheDefaultWhereTheKeyHoldsTheOffsetAndTheTopic() {
        SinkFixture raw = fixture();
        assertThat(LakeSink.obstacle(raw.config())).isEmpty();
        raw.key = List.of("koffset", "kpartition");
        assertThat(LakeSink.obstacle(raw.config()))
                .hasValueSatisfying(why -> assertThat(why).contains("made anew"));
        raw.layout = LakeSinkConfig.Layout.COLUMNS;
        raw.key = List.of("id");
        assertThat(LakeSink.obstacle(raw.config()))
                .hasValueSatisfying(why -> assertThat(why).contains("both write a new key"));
    }

    /** Partitions have the same offsets, so the ranges of the keys overlap. */
    @Test
    void twoProcessesReplaceIntoOneTableAndEveryRowIsThereOnce() {
        TransactionalWriter one = process(name + "one");
        TransactionalWriter two = process(name + "two");
        Claim first = claim(one, 0);
        Claim second = claim(two, 1);
        RecordingListener heard = new RecordingListener();
        List<WriteBatch> batches = new ArrayList<>();
        for (int round = 0; round < ROUNDS; round++) {
            WriteBatch ours = WriteBatches.under(first.epoch(), Batches.documents(0, round * 100, 100));
            WriteBatch theirs = WriteBatches.under(second.epoch(), Batches.documents(1, round * 100, 100));
            batches.add(ours);
            batches.add(theirs);
            one.write(List.of(ours), heard);
            two.write(List.of(theirs), heard);
        }
        heard.await(batches.size());

        assertThat(batches).allMatch(heard::isDurable);
        String rows = String.valueOf(ROUNDS * 100);
        String last = String.valueOf(ROUNDS * 100 - 1);
        assertThat(counts()).containsExactly(List.of("0", rows, rows, last), List.of("1", rows, rows, last));
        await().untilAsserted(() -> assertThat(lake.stageFiles(StagePath.folderOf("test-pipeline", name + "one") + "/"))
                .as("files that were loaded")
                .isEmpty());
    }

    /** What was written before without a ledger is not there twice. */
    @Test
    void rowsThatAreThereAlreadyAreReplaced() {
        try (SinkFixture before = fixture()) {
            RecordingListener heard = new RecordingListener();
            WriteBatch batch = Batches.documents(0, 0, 100);
            before.writer().write(List.of(batch), heard);
            heard.await(1);
        }
        TransactionalWriter writer = process(name + "only");
        Claim claim = claim(writer, 0);
        RecordingListener heard = new RecordingListener();
        WriteBatch again = WriteBatches.under(claim.epoch(), Batches.documents(0, 0, 150));
        writer.write(List.of(again), heard);
        heard.await(1);

        assertThat(heard.isDurable(again)).isTrue();
        assertThat(counts()).containsExactly(List.of("0", "150", "150", "149"));
    }
}
