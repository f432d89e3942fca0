package org.lakeingest.lake;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.lakeingest.api.ErrorKind;
import org.lakeingest.api.OffsetRange;
import org.lakeingest.api.SourcePartition;
import org.lakeingest.api.WriteBatch;
import org.lakeingest.testkit.RowBatches;
import org.lakeingest.testkit.SinkContract.Hold;
import org.lakeingest.testkit.WriteBatches;

/** Streaming load into a raw table, of records that an earlier process has sent already. */
class LakeStreamingAgainTest {
    @RegisterExtension
    static final TestLake lake = new TestLake();

    private static final AtomicInteger TABLES = new AtomicInteger();

    private final String name = "again" + TABLES.incrementAndGet();
    private final List<SinkFixture> processes = new ArrayList<>();

    @SuppressWarnings("NullAway.Init") // set before each test
    private ScriptedLake front;

    @BeforeEach
    void start() throws IOException {
        front = new ScriptedLake(LakeDsn.parse(lake.dsn()).address());
    }

    @AfterEach
    void stop() {
        processes.forEach(SinkFixture::close);
        front.close();
    }

    private SinkFixture process(String dsn) {
        SinkFixture process = new SinkFixture(dsn, lake.table(name));
        process.load = LakeSinkConfig.LoadMode.STREAMING;
        processes.add(process);
        return process;
    }

    private String dsnOfFront() {
        LakeDsn dsn = LakeDsn.parse(lake.dsn());
        return "http://" + dsn.user() + ":" + dsn.password() + "@127.0.0.1:" + front.server.getPort() + "/default";
    }

    private void write(WriteBatch... batches) {
        RecordingListener listener = new RecordingListener();
        process(lake.dsn()).writer().write(List.of(batches), listener);
        listener.await(batches.length);
        for (WriteBatch batch : batches) {
            assertThat(listener.isDurable(batch)).isTrue();
        }
    }

    private void awaitRequest() {
        Awaitility.await()
                .until(() ->
                        front.requests.stream().anyMatch(request -> ScriptedLake.STREAM.equals(request.getTarget())));
    }

    private List<List<@Nullable String>> counts() {
        return lake.rows("SELECT kpartition, count(*), count(DISTINCT koffset) FROM " + lake.sql(name)
                + " GROUP BY kpartition ORDER BY kpartition");
    }

    @Test
    void whatAProcessThatDiedHasWrittenIsNotWrittenAgain() {
        write(Batches.documents(0, 0, 10), Batches.documents(1, 0, 5));
        write(Batches.documents(0, 5, 15), Batches.documents(1, 0, 5), Batches.documents(2, 0, 3));

        assertThat(counts()).containsExactly(List.of("0", "20", "20"), List.of("1", "5", "5"), List.of("2", "3", "3"));
    }

    @Test
    void aPartThatABrokenRequestLeftIsCompleted() {
        write(Batches.documents(0, 0, 10));
        lake.rows("DELETE FROM " + lake.sql(name) + " WHERE koffset IN (4, 8, 9)");
        write(Batches.documents(0, 0, 10));

        assertThat(counts()).containsExactly(List.of("0", "10", "10"));
    }

    @Test
    void rowsOfAnEarlierTopicOfThatNameDoNotCount() {
        write(Batches.documents(0, 0, 10));
        SourcePartition other = new SourcePartition("orders", "cluster/another", 0);
        RowBatches rows = RowBatches.of(Batches.DOCUMENT).at(other, 0);
        rows.row("{}").row("{}");
        write(WriteBatches.of(other, new OffsetRange(0, 2), List.of(rows.build())));

        assertThat(counts()).containsExactly(List.of("0", "12", "10"));
    }

    @Test
    void aRequestThatComesLateIsKnownByItsLabel() {
        RecordingListener late = new RecordingListener();
        WriteBatch batch = Batches.documents(0, 0, 10);
        Hold hold = front.hold();
        process(dsnOfFront()).writer().write(List.of(batch), late);
        awaitRequest();
        write(batch);
        hold.close();
        late.await(1);

        assertThat(late.failure(batch).code().kind()).isEqualTo(ErrorKind.INDETERMINATE);
        assertThat(counts()).containsExactly(List.of("0", "10", "10"));
    }

    /** What docs/tables.md says of this load mode: only a ledger keeps out a process that still runs. */
    @Test
    void aRequestThatComesLateWithOtherRowsDoublesThem() {
        RecordingListener late = new RecordingListener();
        WriteBatch batch = Batches.documents(0, 0, 10);
        Hold hold = front.hold();
        process(dsnOfFront()).writer().write(List.of(batch), late);
        awaitRequest();
        write(Batches.documents(0, 0, 12));
        hold.close();
        late.await(1);

        assertThat(counts()).containsExactly(List.of("0", "22", "12"));
    }
}
