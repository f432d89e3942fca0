package org.lakeingest.it;

import static java.util.concurrent.TimeUnit.MINUTES;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.file.Path;
import java.time.OffsetDateTime;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.lakeingest.it.support.FlatConfig;
import org.lakeingest.it.support.FlatMessage;
import org.lakeingest.it.support.FlatTool;
import org.lakeingest.it.support.IngestProcess;
import org.lakeingest.it.support.Lake;
import org.lakeingest.it.support.Run;
import org.lakeingest.it.support.Services;
import org.lakeingest.it.support.SharedServices;

/**
 * The same messages through the original tool and through ours, each into a table that it creates itself. Whatever may differ
 * is written down here and in docs/upgrading.md; the rest is equal.
 */
final class SameRowsIT {
    @TempDir
    Path folder;

    @BeforeAll
    static void needTheOriginal() {
        FlatTool.assumeBoth();
    }

    @ParameterizedTest(name = "{0}: streaming {1}, {2}")
    @CsvSource({
        "EMBEDDED, false, CreateTime",
        "EMBEDDED, true, LogAppendTime",
        "EXTERNAL, false, LogAppendTime",
        "EXTERNAL, true, CreateTime"
    })
    void bothMakeTheSameRows(Services.Kind kind, boolean streaming, String timestamps) {
        try (Run run = new Run(SharedServices.of(kind), "same", folder)) {
            run.createTopic(1, "message.timestamp.type", timestamps);
            FlatMessage.produce(run);
            FlatConfig config = FlatConfig.of(run).with("useStreamingLoad", streaming);
            Table original = load(run, FlatTool.ORIGINAL, config, run.table() + "_o");
            Table ours = load(run, FlatTool.OURS, config, run.table());

            assertThat(ours.columns()).isEqualTo(original.columns());
            assertThat(ours.rows()).hasSameSizeAs(original.rows());
            for (int i = 0; i < ours.rows().size(); i++) {
                assertSame(original.rows().get(i), ours.rows().get(i), FlatMessage.ALL.get(i), streaming);
            }
        }
    }

    private static Table load(Run run, FlatTool tool, FlatConfig config, String table) {
        FlatConfig own = config.with("databendTable", table).with("KafkaConsumerGroup", run.group() + tool);
        try (IngestProcess process = tool.start(run, own)) {
            await().atMost(1, MINUTES).until(() -> {
                assertThat(process.alive()).as(process.output()).isTrue();
                return run.services().lake().has(table)
                        && run.services().lake().number("SELECT count(*) FROM " + table) >= FlatMessage.ALL.size();
            });
            process.terminate();
            assertThat(process.exitCode()).as(process.output()).isZero();
        }
        Table found = new Table(
                run.services().lake().rows("DESC " + table),
                run.services()
                        .lake()
                        .rows("SELECT koffset, kpartition, raw_data, record_metadata, uuid, add_time FROM " + table
                                + " ORDER BY koffset"));
        if (!table.equals(run.table())) {
            run.services().lake().rows("DROP TABLE " + table);
        }
        return found;
    }

    private static void assertSame(List<String> original, List<String> ours, FlatMessage message, boolean streaming) {
        assertThat(ours.subList(0, 2)).isEqualTo(original.subList(0, 2));
        // Parquet keeps digits of fractions and the null of JSON, where the original's NDJSON loses them.
        assertThat(Lake.json(original.get(2))).isEqualTo(Lake.json(message.shown()));
        assertThat(Lake.json(ours.get(2))).isEqualTo(Lake.json(streaming ? message.shown() : message.exact()));

        ObjectNode theirs = (ObjectNode) Lake.json(original.get(3));
        ObjectNode own = (ObjectNode) Lake.json(ours.get(3));
        // The original does not keep headers.
        assertThat(own.remove("headers")).isEqualTo(Lake.json("[{\"name\":\"trace\",\"value\":\"a1\"}]"));
        // The original cuts zeros at the end of a fraction and writes its own zone's time.
        String created = theirs.remove("create_time").textValue();
        String createdByOurs = own.remove("create_time").textValue();
        assertThat(createdByOurs).matches("\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z");
        assertThat(OffsetDateTime.parse(createdByOurs).toInstant())
                .isEqualTo(OffsetDateTime.parse(created).toInstant());
        assertThat(own).isEqualTo(theirs);

        assertThat(original.get(4)).matches("[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}");
        assertThat(ours.get(4)).matches("[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}");
        assertThat(ours.get(5)).hasSameSizeAs(original.get(5));
    }

    private record Table(List<List<String>> columns, List<List<String>> rows) {}
}
