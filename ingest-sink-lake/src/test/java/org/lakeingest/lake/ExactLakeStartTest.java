package org.lakeingest.lake;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.lakeingest.api.Claim;
import org.lakeingest.api.IngestException;
import org.lakeingest.api.Membership;
import org.lakeingest.api.SourcePartition;
import org.lakeingest.api.TransactionalSink;
import org.lakeingest.api.TransactionalWriter;
import org.lakeingest.api.WriteBatch;
import org.lakeingest.api.WriterContext;
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
        SinkFixture fixture = new SinkFixture(lake.dsn(), lake.table(table));
        fixture.ledger = lake.table(name + "_ledger");
        fixtures.add(fixture);
        TransactionalSink sink = fixture.exact(LedgerGuards.ALL);
        sinks.add(sink);
        return sink;
    }

    private void write(TransactionalSink sink) {
        TransactionalWriter writer = sink.openWriter(new WriterContext() {
            @Override
            public int worker() {
                return 0;
            }

            @Override
            public Membership membership() {
                return new Membership() {};
            }
        });
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
