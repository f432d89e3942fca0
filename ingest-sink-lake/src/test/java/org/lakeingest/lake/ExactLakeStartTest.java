package org.lakeingest.lake;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.lakeingest.api.Claim;
import org.lakeingest.api.IngestException;
import org.lakeingest.api.SourceIdentity;
import org.lakeingest.api.SourcePartition;
import org.lakeingest.api.TransactionalSink;
import org.lakeingest.api.TransactionalWriter;
import org.lakeingest.api.WriteBatch;
import org.lakeingest.lake.ledger.LedgerGuards;
import org.lakeingest.testkit.WriteBatches;

/** What a start does not do before it has looked into the ledger. */
class ExactLakeStartTest {
    @RegisterExtension
    static final TestLake lake = new TestLake();

    private static final AtomicInteger TABLES = new AtomicInteger();

    private final String name = "start" + TABLES.incrementAndGet();
    private final List<SinkFixture> fixtures = new ArrayList<>();
    private final List<TransactionalSink> sinks = new ArrayList<>();

    @AfterEach
    void stop() {
        sinks.forEach(TransactionalSink::close);
        fixtures.forEach(SinkFixture::close);
    }

    private TransactionalSink sink(String table) {
        return sink(table, Map.of(), "shop", "orders");
    }

    private TransactionalSink sink(String table, Map<String, String> topicTables, String group, String... topics) {
        SinkFixture fixture = new SinkFixture(lake.dsn(), lake.table(table));
        fixture.topicTables = topicTables;
        fixture.context.reads(new SourceIdentity(group, Set.of(topics)));
        fixture.ledger = lake.table(name + "_ledger");
        fixtures.add(fixture);
        TransactionalSink sink = fixture.exact(LedgerGuards.ALL);
        sinks.add(sink);
        return sink;
    }

    private static TransactionalWriter writer(TransactionalSink sink) {
        return sink.openWriter(SinkFixture.WRITER);
    }

    private void write(TransactionalSink sink) {
        TransactionalWriter writer = writer(sink);
        SourcePartition partition = Batches.partition(0);
        Claim claim = Objects.requireNonNull(
                writer.claim(Set.of(partition)).toCompletableFuture().join().get(partition));
        WriteBatch batch = WriteBatches.under(claim.epoch(), Batches.documents(0, 0, 3));
        RecordingListener listener = new RecordingListener();
        writer.write(List.of(batch), listener);
        assertThat(listener.await(1).isDurable(batch)).isTrue();
        writer.close();
    }

    private long tables(String table) {
        return lake.rows("SELECT table_name FROM information_schema.tables WHERE table_name = '"
                        + TableName.parse(lake.table(table), "default").table() + "'")
                .size();
    }

    @Test
    void aTargetThatIsGoneIsNotMadeAnewSoThatItCanBeBroughtBack() {
        TransactionalSink first = sink(name);
        first.open();
        write(first);
        first.close();
        lake.rows("DROP TABLE " + lake.sql(name));

        IngestException refused =
                catchThrowableOfType(IngestException.class, () -> sink(name).open());
        assertThat(refused.code()).isEqualTo(LakeErrorCode.LAKE_TABLE_REPLACED);
        assertThat(refused).hasMessageContaining("is gone").hasMessageContaining("UNDROP");
        assertThat(tables(name)).isZero();

        lake.rows("UNDROP TABLE " + lake.sql(name));
        sink(name).open();
        assertThat(lake.rows("SELECT koffset FROM " + lake.sql(name))).hasSize(3);
    }

    /** A batch of partition 1, which the writer has claimed for it. */
    private static WriteBatch claimed(TransactionalWriter writer) {
        Claim claim = Objects.requireNonNull(writer.claim(Set.of(Batches.partition(1)))
                .toCompletableFuture()
                .join()
                .get(Batches.partition(1)));
        return WriteBatches.under(claim.epoch(), Batches.documents(1, 0, 3));
    }

    private static IngestException failure(TransactionalWriter writer, WriteBatch batch) {
        RecordingListener listener = new RecordingListener();
        writer.write(List.of(batch), listener);
        return listener.await(1).failure(batch);
    }

    @Test
    void aLedgerThatIsDroppedWhileItIsUsedGetsAPlan() {
        TransactionalSink sink = sink(name);
        sink.open();
        write(sink);
        TransactionalWriter writer = writer(sink);
        WriteBatch batch = claimed(writer);
        String ledger = name + "_ledger";
        lake.rows("DROP TABLE " + lake.sql(ledger));

        IngestException reason = failure(writer, batch);
        assertThat(reason.code()).isEqualTo(LakeErrorCode.LAKE_TABLE_REPLACED);
        assertThat(reason)
                .hasMessageContaining("the ledger")
                .hasMessageContaining("UNDROP TABLE")
                .hasMessageContaining("there twice")
                .hasMessageNotContaining("create it");
        assertThat(lake.rows("SELECT * FROM " + lake.sql(name))).hasSize(3);

        Throwable claiming = catchThrowable(() ->
                writer.claim(Set.of(Batches.partition(2))).toCompletableFuture().join());
        assertThat(LakeException.of(claiming).code()).isEqualTo(LakeErrorCode.LAKE_TABLE_REPLACED);
        assertThat(claiming).hasMessageContaining("UNDROP TABLE");
        writer.close();
    }

    @Test
    void aTargetThatIsDroppedWhileItIsWrittenGetsAPlan() {
        TransactionalSink sink = sink(name);
        sink.open();
        write(sink);
        TransactionalWriter writer = writer(sink);
        WriteBatch batch = claimed(writer);
        lake.rows("DROP TABLE " + lake.sql(name));

        IngestException reason = failure(writer, batch);
        assertThat(reason.code()).isEqualTo(LakeErrorCode.LAKE_TABLE_REPLACED);
        assertThat(reason)
                .hasMessageContaining("UNDROP TABLE")
                .hasMessageContaining("SET targets = ''")
                .hasMessageNotContaining("create it");
        writer.close();
    }

    private IngestException refused(TransactionalSink sink) {
        IngestException refused = catchThrowableOfType(IngestException.class, sink::open);
        assertThat(refused.code()).isEqualTo(LakeErrorCode.LAKE_LEDGER_FOREIGN);
        return refused;
    }

    @Test
    void anotherConsumerGroupIsRefusedUntilItIsGivenTheLedger() {
        sink(name).open();

        IngestException refused = refused(sink(name, Map.of(), "shop-2", "orders"));
        assertThat(refused)
                .hasMessageContaining("consumer group shop, and this pipeline has shop-2")
                .hasMessageContaining("give the pipeline another name");
        Matcher statement = Pattern.compile("UPDATE \\S+ SET .* < 0").matcher(String.valueOf(refused.getMessage()));
        assertThat(statement.find()).isTrue();
        lake.rows(statement.group());

        sink(name, Map.of(), "shop-2", "orders").open();
        assertThat(refused(sink(name))).hasMessageContaining("consumer group shop-2");
    }

    @Test
    void topicsMayBeAddedAndRemovedButTheTableOfOneThatWasReadStays() {
        TransactionalSink first = sink(name);
        first.open();
        write(first);

        sink(name, Map.of("audit", lake.table(name + "_audit")), "shop", "orders", "audit")
                .open();
        sink(name).open();
        sink(name, Map.of(), "shop", "audit2").open();

        String stream = Batches.partition(0).stream();
        Map<String, String> moved = Map.of(stream, lake.table(name + "_moved"));
        assertThat(refused(sink(name, moved, "shop", stream))).hasMessageContaining("the table of topic " + stream);
        Map<String, String> other = Map.of("audit", lake.table(name + "_other"));
        assertThat(refused(sink(name, other, "shop", "audit"))).hasMessageContaining("the table of topic audit");
    }

    @Test
    void anotherClusterIsRefusedByTheFirstClaim() {
        TransactionalSink first = sink(name);
        first.open();
        write(first);
        TransactionalSink second = sink(name);
        second.open();
        TransactionalWriter writer = writer(second);
        SourcePartition elsewhere = new SourcePartition("orders", "elsewhere/one", 0);

        Throwable refused = catchThrowable(
                () -> writer.claim(Set.of(elsewhere)).toCompletableFuture().join());

        assertThat(LakeException.of(refused).code()).isEqualTo(LakeErrorCode.LAKE_LEDGER_FOREIGN);
        assertThat(refused)
                .hasMessageContaining("the cluster test-cluster, and this pipeline has elsewhere")
                .hasMessageContaining("DROP TABLE");
        assertThat(lake.rows("SELECT * FROM " + lake.sql(name + "_ledger") + " WHERE partition_no >= 0"))
                .hasSize(1);
        writer.close();
    }

    @Test
    void aConfigurationThatTheLedgerIsNotOfLeavesNoTable() {
        sink(name).open();
        String other = name + "_other";

        IngestException refused =
                catchThrowableOfType(IngestException.class, () -> sink(other).open());
        assertThat(refused.code()).isEqualTo(LakeErrorCode.LAKE_LEDGER_FOREIGN);
        assertThat(tables(other)).isZero();
    }
}
