package org.lakeingest.format.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.lakeingest.testkit.IngestAssertions.assertThat;
import static org.lakeingest.testkit.IngestAssertions.row;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.lakeingest.api.ColumnType;
import org.lakeingest.api.Decoder;
import org.lakeingest.api.RecordBatch;
import org.lakeingest.api.RowBatch;
import org.lakeingest.api.Schema;
import org.lakeingest.api.TargetColumns;
import org.lakeingest.testkit.CollectedRows;
import org.lakeingest.testkit.RecordBatches;
import org.lakeingest.testkit.TestPluginContext;

/** What changes become: rows with an operation and a version. */
class ChangeDataTest {
    private static final String SOURCE = "\"source\":{\"connector\":\"postgresql\",\"lsn\":%d,\"ts_ms\":1}";
    private static final String KEY = "{\"id\":1}";

    private final TestPluginContext context = new TestPluginContext();

    private Decoder decoder(String options) {
        return Decoders.create(Decoders.config(Map.of(), "infer-columns: true, " + options), context);
    }

    private static String change(String op, @Nullable String before, @Nullable String after, long lsn) {
        return "{\"before\":" + before + ",\"after\":" + after + "," + SOURCE.formatted(lsn) + ",\"op\":\"" + op
                + "\",\"ts_ms\":5,\"transaction\":null}";
    }

    private static String version(long lsn) {
        return "%020d".formatted(lsn);
    }

    /** Keys and values in turn. */
    private static CollectedRows decode(Decoder decoder, @Nullable String... keysAndValues) {
        RecordBatches records = RecordBatches.at("t", 0, 100);
        for (int i = 0; i < keysAndValues.length; i += 2) {
            records.record(keysAndValues[i], keysAndValues[i + 1]);
        }
        return CollectedRows.decode(decoder, records.build());
    }

    private static List<String> columns(CollectedRows rows) {
        List<String> names = new ArrayList<>();
        rows.batches().get(0).schema().fields().forEach(field -> names.add(field.name()));
        return names;
    }

    @Test
    void debeziumChangesBecomeRowsWithOperationAndPosition() {
        CollectedRows rows = decode(
                decoder("envelope: debezium"),
                KEY,
                change("r", null, "{\"id\":1,\"name\":\"a, \\\"b\\\" }\"}", 10),
                KEY,
                change("c", null, " {\"id\":2,\"name\":null}", 11),
                KEY,
                change("u", "{\"id\":1,\"name\":\"a\"}", "{\"id\":1,\"name\":\"c\"}", 12),
                KEY,
                change("d", "{\"id\":1,\"name\":\"c\"}", null, 13),
                KEY,
                null);

        assertThat(rows).rejectsNothing();
        assertThat(columns(rows)).containsExactly("_op", "_version", "id", "name");
        assertThat(rows.rows())
                .isEqualTo(List.of(
                        row("r", version(10), 1L, "a, \"b\" }"),
                        row("c", version(11), 2L, null),
                        row("u", version(12), 1L, "c"),
                        row("d", version(13), 1L, "c")));
        assertThat(context.metrics().count("changes.tombstones")).isEqualTo(1);
    }

    @Test
    void wrapperOfASchemaIsTakenOffValuesAndKeys() {
        String wrapped =
                "{\"schema\":{\"type\":\"struct\",\"payload\":{}},\"payload\":" + change("d", null, null, 7) + "}";

        CollectedRows rows = decode(
                decoder("envelope: debezium"),
                "{\"schema\":{\"type\":\"struct\"},\"payload\":{\"id\":4,\"region\":\"eu\"}}",
                wrapped,
                KEY,
                "{\"schema\":null,\"payload\":null}",
                KEY,
                "{\"schema\":{},\"payload\":" + change("c", null, "{\"id\":5,\"region\":\"us\"}", 8) + "}");

        assertThat(rows).rejectsNothing();
        assertThat(rows.rows()).isEqualTo(List.of(row("d", version(7), 4L, "eu"), row("c", version(8), 5L, "us")));
    }

    @Test
    void updateThatChangesTheKeyDeletesTheOldRowFirst() {
        String moved = change("u", "{\"id\":1,\"n\":5}", "{\"id\":2,\"n\":5}", 9);

        CollectedRows byKey = decode(decoder("envelope: debezium"), "{\"id\":2}", moved);
        CollectedRows byOption = decode(decoder("envelope: debezium, key-fields: id"), null, moved);
        CollectedRows other = decode(decoder("envelope: debezium, key-fields: n"), "{\"id\":2}", moved);

        assertThat(byKey.rows()).isEqualTo(List.of(row("d", version(9), 1L, 5L), row("u", version(9), 2L, 5L)));
        assertThat(byKey.rowsOf(0)).hasSize(2);
        assertThat(byOption.rows()).isEqualTo(byKey.rows());
        assertThat(other.rows()).isEqualTo(List.of(row("u", version(9), 2L, 5L)));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "\"connector\":\"postgresql\",\"lsn\":24023128; 00000000000024023128",
                "\"connector\":\"mysql\",\"file\":\"mysql-bin.000003\",\"pos\":154,\"row\":2;"
                        + "00000000000000000003:00000000000000000154:00000000000000000002",
                "\"connector\":\"mariadb\",\"file\":\"b.1000000\",\"pos\":4;"
                        + "00000000000001000000:00000000000000000004:00000000000000000000",
                "\"connector\":\"sqlserver\",\"commit_lsn\":\"00000027:00000ac0:0002\",\"change_lsn\":\"00000027:00000ac0:0001\","
                        + "\"event_serial_no\":1; 00000027:00000ac0:0002/00000027:00000ac0:0001:00000000000000000001",
                "\"connector\":\"oracle\",\"scn\":\"2122185\"; 00000000000002122185",
                "\"connector\":\"mongodb\",\"ts_ms\":1558965508000,\"ord\":31;"
                        + "00000001558965508000:00000000000000000031",
                "\"connector\":\"acme\",\"ts_ms\":12; 00000000000000000012:00000000000000000000",
            })
    void positionIsWhatTheConnectorOrdersBy(String source, String expected) {
        String value =
                "{\"op\":\"u\",\"source\":{\"table\":\"t\",\"x\":{\"y\":[1]}," + source + "},\"after\":{\"id\":1}}";

        assertThat(decode(decoder("envelope: debezium"), KEY, value).rows()).isEqualTo(List.of(row("u", expected, 1L)));
    }

    @Test
    void rowOfASnapshotWithoutAPositionIsOlderThanAnyOther() {
        String source = "\"source\":{\"connector\":\"postgresql\",\"lsn\":null},\"after\":{\"id\":1}";

        CollectedRows rows = decode(
                decoder("envelope: debezium"),
                KEY,
                "{\"op\":\"r\"," + source + "}",
                KEY,
                "{\"op\":\"u\"," + source + "}");

        assertThat(rows.rows()).isEqualTo(List.of(row("r", "", 1L)));
        assertThat(rows).rejects(1, JsonErrorCode.JSON_ENVELOPE);
    }

    @Test
    void truncatesAreRejectedAndMessagesSkipped() {
        CollectedRows rows = decode(
                decoder("envelope: debezium"),
                KEY,
                change("m", null, null, 1),
                KEY,
                change("t", null, null, 2),
                KEY,
                change("c", null, "{\"id\":1}", 3));

        assertThat(rows).rejectsExactly(1).rejects(1, JsonErrorCode.JSON_TRUNCATE);
        assertThat(rows.rows()).isEqualTo(List.of(row("c", version(3), 1L)));
        assertThat(context.metrics().count("changes.messages")).isEqualTo(1);
    }

    @Test
    void whatIsNoEnvelopeIsRejectedInItsPlace() {
        String good = change("c", null, "{\"id\":1}", 3);
        CollectedRows rows = decode(
                decoder("envelope: debezium"),
                KEY,
                good,
                KEY,
                "[1]",
                KEY,
                "{\"id\":1}",
                KEY,
                "{\"op\":\"c\"",
                KEY,
                good + good,
                KEY,
                change("u", null, null, 4),
                null,
                change("d", null, null, 5),
                KEY,
                change("c", null, "{\"id\":1,\"id\":2}", 6),
                KEY,
                good);

        assertThat(rows).rejectsExactly(1, 2, 3, 4, 5, 6, 7);
        assertThat(rows).rejects(2, JsonErrorCode.JSON_ENVELOPE).rejects(6, JsonErrorCode.JSON_CHANGE_KEY);
        assertThat(rows).rejects(7, JsonErrorCode.JSON_DUPLICATE_NAME);
        assertThat(rows.rows()).hasSize(2);
    }

    @Test
    void keyedValuesAreRowsAndTombstonesDelete() {
        CollectedRows rows = decode(
                decoder("envelope: keyed"),
                KEY,
                " {\"id\":1,\"n\":2} ",
                KEY,
                null,
                "{\"schema\":{},\"payload\":{\"id\":3}}",
                "",
                "{\"schema\":\"x\",\"payload\":4,\"id\":5}",
                null,
                KEY,
                "7",
                null,
                null,
                "plain",
                null);

        assertThat(rows).rejectsExactly(4, 5, 6);
        assertThat(rows).rejects(4, JsonErrorCode.JSON_ENVELOPE).rejects(6, JsonErrorCode.JSON_CHANGE_KEY);
        assertThat(rows.rowsOf(0).get(0)).startsWith("u", 1L, 2L);
        assertThat(rows.rowsOf(1).get(0)).startsWith("d", 1L);
        assertThat(rows.rowsOf(2).get(0)).startsWith("d", 3L);
        assertThat(rows.rowsOf(3).get(0)).startsWith("d", 5L);
    }

    @Test
    void valuesNeedNotRepeatWhatIsInTheKey() {
        CollectedRows rows = decode(
                decoder("envelope: keyed"),
                "{\"region\":\"e\\u0075\",\"id\":1}",
                "{ }",
                "{\"schema\":{},\"payload\":{\"region\":\"us\",\"id\":2}}",
                "{\"id\":2}",
                "{\"region\":\"eu\",\"id\":3}",
                "{\"region\":\"eu\",\"n\":{\"id\":9},\"ID\":3}",
                "{\"region\":\"eu\",\"id\":4}",
                null);

        assertThat(rows).rejectsNothing();
        assertThat(rows.rowsOf(0).get(0)).startsWith("u", "eu", 1L);
        assertThat(rows.rowsOf(1).get(0)).startsWith("u", "us", 2L);
        assertThat(rows.rowsOf(2).get(0)).startsWith("u", "eu", 3L);
        assertThat(rows.rowsOf(3).get(0)).startsWith("d", "eu", 4L);
    }

    @Test
    void singleKeysAreTheFieldThatTheValueLacks() {
        CollectedRows rows = decode(
                decoder("envelope: keyed, key-fields: sku"), "a \"b\"", "{\"n\":1}", "42", "{\"n\":2,\"sku\":\"42\"}");

        assertThat(rows).rejectsNothing();
        assertThat(columns(rows)).containsExactly("_op", "sku", "n");
        assertThat(rows.rows()).isEqualTo(List.of(row("u", "a \"b\"", 1L), row("u", "42", 2L)));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            quoteCharacter = '|',
            value = {
                "{\"id\":1};{\"id\":2};false",
                "{\"id\":1};{\"id\":null};false",
                "{\"id\":\"null\"};{\"id\":null};false",
                "{\"id\":1};{\"id\":[1]};false",
                "{\"id\":\"a\"};{\"n\":1,\"ID\":\"b\"};false",
                "{\"id\":1};{\"id\":1.0};true",
                "{\"id\":\"1\"};{\"id\":1};true",
                "{\"id\":-0.10};{\"id\":-0.1};true",
                "{\"id\":1,\"shard\":7};{\"id\":1,\"shard\":8};true",
            })
    void aValueThatContradictsItsKeyIsRejected(String key, String value, boolean same) {
        CollectedRows rows = decode(decoder("envelope: keyed, key-fields: id"), key, value);

        if (same) {
            assertThat(rows).rejectsNothing();
        } else {
            assertThat(rows).rejectsExactly(0).rejects(0, JsonErrorCode.JSON_KEY_DIFFERS);
        }
    }

    @Test
    void valuesOfRecordsWithoutAKeyThatSaysAnythingStayAsTheyAre() {
        CollectedRows rows =
                decode(decoder("envelope: keyed"), null, "{\"id\":1}", "plain", "{\"id\":2}", "{broken", "{\"id\":3}");

        assertThat(rows).rejectsNothing();
        assertThat(rows.rows()).isEqualTo(List.of(row("u", 1L), row("u", 2L), row("u", 3L)));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            quoteCharacter = '|',
            value = {
                "key-1;key-1",
                "\"quoted\";quoted",
                "say \"hi\";say \"hi\"",
                "{broken;{broken",
                "{\"payload\":\"p\",\"schema\":{}};p",
            })
    void singleKeysGoIntoTheKeyField(String key, String expected) {
        CollectedRows rows = decode(decoder("envelope: keyed, key-fields: name"), key, null);

        assertThat(columns(rows)).containsExactly("_op", "name");
        assertThat(rows.rows()).isEqualTo(List.of(row("d", expected)));
    }

    @Test
    void numberAsKeyStaysANumber() {
        assertThat(decode(decoder("envelope: keyed, key-fields: id"), "42", null)
                        .rows())
                .isEqualTo(List.of(row("d", 42L)));
    }

    @Test
    void declaredColumnsGetTheOthersBesides() {
        Decoder declared = Decoders.create(
                Decoders.config(Decoders.columns("id", "bigint", "at", "timestamp"), "envelope: debezium"), context);

        CollectedRows rows = decode(declared, KEY, change("d", "{\"id\":1,\"other\":2}", null, 3));

        assertThat(columns(rows)).containsExactly("id", "at", "_op", "_version");
        assertThat(rows.rows()).isEqualTo(List.of(row(1L, null, "d", version(3))));
    }

    @Test
    void nothingIsKnownOfATargetAndChangesStillSayNothingOfWhatTheyDoNotMention() {
        CollectedRows rows = decode(decoder("envelope: keyed"), KEY, "{\"id\":1,\"a\":1}", KEY, "{\"id\":1,\"b\":2}");

        assertThat(rows).rejectsNothing();
        List<List<String>> names = new ArrayList<>();
        for (RowBatch batch : rows.batches()) {
            names.add(batch.schema().fields().stream().map(Schema.Field::name).toList());
        }
        assertThat(names).containsExactlyInAnyOrder(List.of("_op", "id", "a"), List.of("_op", "id", "b"));
    }

    /** A change says nothing of columns that it does not mention. */
    @Test
    void columnsOfTheTargetThatAChangeLacksAreNoPartOfItsRow() {
        Schema schema = new Schema(List.of(
                new Schema.Field("id", ColumnType.of(ColumnType.Kind.INT64), false),
                new Schema.Field("name", ColumnType.of(ColumnType.Kind.STRING), true),
                new Schema.Field("added_by_hand", ColumnType.of(ColumnType.Kind.STRING), false),
                new Schema.Field("_version", ColumnType.of(ColumnType.Kind.STRING), true),
                new Schema.Field("_position", ColumnType.of(ColumnType.Kind.STRING), true)));
        TargetColumns target = new TargetColumns(schema, Set.of(), false, false);
        RecordBatch records = RecordBatches.at("t", 0, 0)
                .record(KEY, change("u", null, "{\"id\":1,\"name\":null}", 1))
                .record(KEY, change("u", null, "{\"id\":1}", 2))
                .build();

        CollectedRows rows = CollectedRows.decode(
                decoder("envelope: debezium"), records, records.values(), (stream, any) -> Optional.of(target));

        assertThat(rows).rejectsNothing();
        List<List<String>> names = new ArrayList<>();
        for (RowBatch batch : rows.batches()) {
            names.add(batch.schema().fields().stream().map(Schema.Field::name).toList());
        }
        assertThat(names)
                .containsExactlyInAnyOrder(List.of("id", "name", "_version", "_op"), List.of("id", "_version", "_op"));
    }

    /** The sink adds it with the first load; until then it is no unknown field. */
    @ParameterizedTest
    @CsvSource({"debezium, true", "keyed, false"})
    void theVersionIsAColumnOfDebeziumsRowsWhetherTheTargetHasItOrNot(String envelope, boolean versions) {
        TargetColumns target = new TargetColumns(
                new Schema(List.of(
                        new Schema.Field("id", ColumnType.of(ColumnType.Kind.INT64), false),
                        new Schema.Field("name", ColumnType.of(ColumnType.Kind.STRING), true))),
                Set.of(),
                false,
                false);
        String value = versions ? change("c", null, "{\"id\":1,\"name\":\"a\"}", 1) : "{\"id\":1,\"name\":\"a\"}";
        RecordBatch records = RecordBatches.at("t", 0, 0).record(KEY, value).build();

        CollectedRows rows = CollectedRows.decode(
                decoder("envelope: " + envelope), records, records.values(), (stream, any) -> Optional.of(target));

        assertThat(rows).rejectsNothing();
        assertThat(rows.batches().get(0).schema().fields().stream().map(Schema.Field::name))
                .containsExactlyInAnyOrderElementsOf(
                        versions ? List.of("id", "name", "_version", "_op") : List.of("id", "name", "_op"));
    }
}
