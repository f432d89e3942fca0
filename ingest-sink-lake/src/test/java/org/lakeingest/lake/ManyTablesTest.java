package org.lakeingest.lake;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.lakeingest.api.ErrorKind;
import org.lakeingest.api.IngestException;
import org.lakeingest.api.OffsetRange;
import org.lakeingest.api.SinkWriter;
import org.lakeingest.api.SourcePartition;
import org.lakeingest.api.WriteBatch;
import org.lakeingest.testkit.RecordBatches;
import org.lakeingest.testkit.RowBatches;
import org.lakeingest.testkit.WriteBatches;

/** Many topics into many tables of a lake. */
class ManyTablesTest {
    @RegisterExtension
    static final TestLake lake = new TestLake();

    private static final AtomicInteger NUMBER = new AtomicInteger();

    @SuppressWarnings("NullAway.Init") // set before each test
    private CountingProxy proxy;

    private String prefix = "";

    @SuppressWarnings("NullAway.Init") // set before each test
    private SinkFixture fixture;

    @BeforeEach
    void start() throws IOException {
        int port = URI.create(lake.dsn().replaceAll("\\?.*", "")).getPort();
        proxy = new CountingProxy(port);
        prefix = lake.table("").replace("default.", "") + NUMBER.incrementAndGet() + "_";
        fixture = new SinkFixture(lake.dsn().replace(":" + port, ":" + proxy.port()), "default." + prefix + "${topic}");
    }

    @AfterEach
    void stop() throws IOException {
        fixture.close();
        proxy.close();
    }

    private static WriteBatch batch(String topic, int start, int count) {
        SourcePartition partition = new SourcePartition(topic, RecordBatches.INCARNATION, 0);
        RowBatches rows = RowBatches.of(Batches.DOCUMENT).at(partition, start);
        for (int i = 0; i < count; i++) {
            rows.row("{\"n\":" + (start + i) + "}");
        }
        return WriteBatches.of(partition, new OffsetRange(start, start + count), List.of(rows.build()));
    }

    private static List<WriteBatch> batches(int topics, int start) {
        List<WriteBatch> batches = new ArrayList<>();
        for (int i = 0; i < topics; i++) {
            batches.add(batch("Topic-" + i + ".x", start, 3));
        }
        return batches;
    }

    private RecordingListener write(SinkWriter writer, List<WriteBatch> batches) {
        RecordingListener listener = new RecordingListener();
        writer.write(batches, listener);
        return listener.await(batches.size(), Duration.ofMinutes(5));
    }

    private Map<String, Long> counts(int topics) {
        Map<String, Long> counts = new HashMap<>();
        for (int i = 0; i < topics; i++) {
            counts.put("Topic-" + i + ".x", Long.parseLong(count("Topic-" + i + ".x")));
        }
        return counts;
    }

    private String count(String topic) {
        return lake.value("SELECT count(*) FROM " + quoted(topic));
    }

    private String quoted(String topic) {
        return "`default`.`" + prefix + topic + "`";
    }

    private void loads(int topics) {
        SinkWriter writer = fixture.writer();

        for (int round = 0; round < 2; round++) {
            List<WriteBatch> batches = batches(topics, 3 * round);
            RecordingListener listener = write(writer, batches);
            assertThat(batches).allMatch(listener::isDurable);
        }

        assertThat(counts(topics))
                .hasSize(topics)
                .allSatisfy((topic, rows) -> assertThat(rows).isEqualTo(6));
        assertThat(proxy.most()).as("connections at a time").isLessThanOrEqualTo(10);
    }

    @Test
    void fiftyTopicsGetATableEachAndFewConnections() {
        loads(50);
    }

    @Test
    void columnsHaveATableForEachTopicToo() {
        fixture.layout = LakeSinkConfig.Layout.COLUMNS;
        SinkWriter writer = fixture.writer();
        List<WriteBatch> batches = batches(20, 0);

        assertThat(batches).allMatch(write(writer, batches)::isDurable);
        assertThat(counts(20)).allSatisfy((topic, rows) -> assertThat(rows).isEqualTo(3));
    }

    @Test
    @Tag("full")
    void aThousandTopicsGetATableEach() {
        loads(1000);
    }

    @Test
    void theNumberOfConnectionsIsAnOption() {
        fixture.connections = Optional.of(2);

        SinkWriter writer = fixture.writer();
        List<WriteBatch> batches = batches(20, 0);

        assertThat(batches).allMatch(write(writer, batches)::isDurable);
        assertThat(proxy.most()).isLessThanOrEqualTo(2);
    }

    @Test
    void aDroppedTableHoldsItsOwnTopicUntilItIsThereAgain() {
        fixture.onTableError = LakeSinkConfig.OnTableError.PAUSE_TABLE;
        SinkWriter writer = fixture.writer();
        write(writer, List.of(batch("gone", 0, 3), batch("stays", 0, 3)));
        lake.rows("DROP TABLE " + quoted("gone"));
        WriteBatch gone = batch("gone", 3, 3);
        WriteBatch stays = batch("stays", 3, 3);

        RecordingListener listener = write(writer, List.of(gone, stays));

        assertThat(listener.isDurable(stays)).isTrue();
        IngestException reason = listener.failure(gone);
        assertThat(reason.code()).isEqualTo(LakeErrorCode.LAKE_TABLE_PAUSED);
        assertThat(reason.code().kind()).isEqualTo(ErrorKind.BLOCKED);
        assertThat(reason).hasMessageContaining("gone").hasMessageContaining("LAKE_OBJECT_MISSING");
        assertThat(write(writer, List.of(gone)).failure(gone).code())
                .as("a table that was dropped is not made anew behind somebody's back")
                .isEqualTo(LakeErrorCode.LAKE_TABLE_PAUSED);

        lake.rows(
                "CREATE TABLE " + quoted("gone")
                        + " (uuid STRING, koffset BIGINT, kpartition INT, raw_data JSON, record_metadata JSON, add_time TIMESTAMP)");
        assertThat(write(writer, List.of(gone)).isDurable(gone)).isTrue();
        assertThat(count("gone")).isEqualTo("3");
        assertThat(count("stays")).isEqualTo("6");
    }

    @Test
    void aTableWithOtherColumnsHoldsItsOwnTopic() {
        lake.rows("CREATE TABLE " + quoted("unfit") + " (a INT)");
        fixture.onTableError = LakeSinkConfig.OnTableError.PAUSE_TABLE;
        SinkWriter writer = fixture.writer();
        WriteBatch unfit = batch("unfit", 0, 3);
        WriteBatch fine = batch("fine", 0, 3);

        RecordingListener listener = write(writer, List.of(unfit, fine));

        assertThat(listener.isDurable(fine)).isTrue();
        assertThat(listener.failure(unfit)).hasMessageContaining("LAKE_TABLE_UNFIT");
    }

    @Test
    void withoutPausingABadTableStopsThePipeline() {
        lake.rows("CREATE TABLE " + quoted("stopping") + " (a INT)");
        SinkWriter writer = fixture.writer();
        WriteBatch unfit = batch("stopping", 0, 3);

        assertThat(write(writer, List.of(unfit)).failure(unfit).code().kind()).isEqualTo(ErrorKind.CONFIGURATION);
    }

    @Test
    void topicsMayHaveTablesOfTheirOwnAndOthersBeRefused() {
        String only = lake.table("only");
        try (SinkFixture own = new SinkFixture(lake.dsn(), "")) {
            own.topicTables = Map.of("first", only);
            SinkWriter writer = own.writer();
            WriteBatch first = batch("first", 0, 3);
            WriteBatch second = batch("second", 0, 3);

            RecordingListener listener = write(writer, List.of(first, second));

            assertThat(listener.isDurable(first)).isTrue();
            assertThat(listener.failure(second).code()).isEqualTo(LakeErrorCode.LAKE_NO_TABLE);
            assertThat(listener.failure(second)).hasMessageContaining("topic second is not in topic-tables");
        }
        assertThat(lake.value("SELECT count(*) FROM " + lake.sql("only"))).isEqualTo("3");
    }

    @Test
    void aTableOfTopicTablesThatDoesNotFitIsFoundAtTheStart() {
        lake.rows("CREATE TABLE " + lake.sql("mapped") + " (a INT)");
        try (SinkFixture own = new SinkFixture(lake.dsn(), "")) {
            own.topicTables = Map.of("first", lake.table("mapped"), "second", lake.table("other"));

            IngestException reason = catchThrowableOfType(IngestException.class, own::open);

            assertThat(reason.code()).isEqualTo(LakeErrorCode.LAKE_TABLE_UNFIT);
            assertThat(reason).hasMessageContaining(lake.table("mapped"));
        }
    }
}
