package org.lakeingest.it;

import static java.util.concurrent.TimeUnit.MINUTES;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.lakeingest.it.support.DriftingDocuments;
import org.lakeingest.it.support.FlatConfig;
import org.lakeingest.it.support.FlatMessage;
import org.lakeingest.it.support.FlatTool;
import org.lakeingest.it.support.IngestProcess;
import org.lakeingest.it.support.Lake;
import org.lakeingest.it.support.Run;
import org.lakeingest.it.support.Services;
import org.lakeingest.it.support.SharedServices;

/** Documents become rows of typed columns: in a table that is there, and in one that is made and grows. */
final class LakeColumnsIT {
    private static final int DOCUMENTS = 2_000;

    @TempDir
    Path folder;

    /** The table and the message of the original's own README, which has arrays of small integers. */
    @ParameterizedTest
    @EnumSource(Services.Kind.class)
    void theTransformModeOfAFlatFileFillsTheTableOfTheOriginalsReadme(Services.Kind kind) {
        try (Run run = new Run(SharedServices.of(kind), "readme", folder)) {
            Lake lake = run.services().lake();
            run.createTopic(1);
            lake.rows("CREATE TABLE " + run.table() + " (i64 Int64, u64 UInt64, f64 Float64, s String, s2 String,"
                    + " a16 Array(Int16), a8 Array(UInt8), d Date, t DateTime, note String DEFAULT 'none')");
            FlatMessage.produce(
                    run,
                    "{\"i64\": 10,\"u64\": 30,\"f64\": 20,\"s\": \"hao\",\"s2\": \"hello\",\"a16\":[1],\"a8\":[2],"
                            + "\"d\": \"2011-03-06\",\"t\": \"2016-04-04 11:30:00\"}");
            FlatMessage.produce(run, "");
            FlatMessage.produce(
                    run,
                    "{\"I64\": -9223372036854775808,\"u64\": 18446744073709551615,\"f64\": 0.1,\"s\": \"\","
                            + "\"unknown\": {\"a\": 1},\"a16\":[-32768,32767],\"a8\":[],\"note\":null}");
            try (IngestProcess process =
                    FlatTool.OURS.start(run, FlatConfig.of(run).with("isJsonTransform", true))) {
                await().atMost(1, MINUTES).until(run::rows, rows -> rows == 2);
                await().atMost(1, MINUTES).until(run::lag, lag -> lag == 0);
                process.terminate();
                assertThat(process.exitCode()).as(process.output()).isZero();
            }
            assertReadmeRows(run);
        }
    }

    private static void assertReadmeRows(Run run) {
        Lake lake = run.services().lake();
        String twenty = lake.rows("SELECT 20::Float64").get(0).get(0);
        String first = "10, 30, " + twenty + ", hao, hello, [1], [2], 2011-03-06, 2016-04-04 11:30:00.000000, none";
        List<String> second = List.of(
                "-9223372036854775808",
                "18446744073709551615",
                "0.1",
                "",
                "NULL",
                "[-32768,32767]",
                "[]",
                "NULL",
                "NULL",
                "NULL");
        assertThat(lake.rows(
                        "SELECT i64, u64, f64, s, s2, a16, a8, d, t, note FROM " + run.table() + " ORDER BY i64 DESC"))
                .containsExactly(List.of(first.split(", ")), second);
    }

    /** Fields appear, disappear, nest, and change from one kind to another, in every partition in another order. */
    @ParameterizedTest(name = "{0}: {1}")
    @CsvSource(
            delimiter = '|',
            value = {
                "EMBEDDED | parquet",
                "EMBEDDED | ndjson",
                "EXTERNAL | parquet",
                "EXTERNAL | ndjson",
                "CONTAINERS | parquet"
            })
    void aStreamThatDriftsEndsInATableThatEqualsIt(Services.Kind kind, String format) {
        try (Run run = new Run(SharedServices.of(kind), "drift", folder)) {
            run.createTopic(4);
            DriftingDocuments documents = new DriftingDocuments(20261130L, DOCUMENTS);
            documents.produce(run, 0, DOCUMENTS / 2, 4);
            try (IngestProcess process = run.ingest(
                    run.columnsPipeline(2, ", infer-columns: true", ", evolve: widen, file-format: " + format))) {
                await().atMost(2, MINUTES).until(run::rows, rows -> rows == DOCUMENTS / 2);
                documents.produce(run, DOCUMENTS / 2, DOCUMENTS, 4);
                await().atMost(2, MINUTES).until(run::rows, rows -> rows == DOCUMENTS);
                process.terminate();
                assertThat(process.exitCode()).as(process.output()).isZero();
            }
            assertEqual(run, documents);
        }
    }

    private static void assertEqual(Run run, DriftingDocuments documents) {
        Lake lake = run.services().lake();
        List<List<String>> columns = lake.rows("DESC " + run.table());
        StringBuilder select = new StringBuilder();
        for (List<String> column : columns) {
            select.append(select.isEmpty() ? "" : ", ")
                    .append('"')
                    .append(column.get(0))
                    .append('"');
        }
        List<List<String>> rows = lake.rows("SELECT " + select + " FROM " + run.table() + " ORDER BY \"n\"");
        assertThat(rows).hasSize(DOCUMENTS);
        for (int n = 0; n < DOCUMENTS; n++) {
            JsonNode document = documents.get(n);
            for (int i = 0; i < columns.size(); i++) {
                String name = columns.get(i).get(0);
                assertThat(isSame(
                                document.path(name),
                                columns.get(i).get(1),
                                rows.get(n).get(i)))
                        .as(
                                "field %s of %s is %s in a column of type %s",
                                name,
                                document,
                                rows.get(n).get(i),
                                columns.get(i).get(1))
                        .isTrue();
            }
        }
    }

    private static boolean isSame(JsonNode value, String type, String cell) {
        if (value.isMissingNode() || value.isNull()) {
            return cell.equals("NULL") || cell.equals("null");
        }
        return switch (type.replaceAll("\\(.*", "")) {
            case "VARIANT" -> DriftingDocuments.equal(value, Lake.json(cell));
            case "VARCHAR" ->
                value.isTextual() ? cell.equals(value.textValue()) : DriftingDocuments.equal(value, Lake.json(cell));
            case "BOOLEAN" -> cell.equals(value.booleanValue() ? "1" : "0");
            default -> new BigDecimal(cell).compareTo(value.decimalValue()) == 0;
        };
    }
}
