package org.lakeingest.format.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.lakeingest.testkit.IngestAssertions.assertThat;
import static org.lakeingest.testkit.IngestAssertions.row;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.lakeingest.api.ColumnType;
import org.lakeingest.api.Decoder;
import org.lakeingest.api.KnowsTargets;
import org.lakeingest.api.RecordBatch;
import org.lakeingest.api.RowBatch;
import org.lakeingest.api.Schema;
import org.lakeingest.api.Target;
import org.lakeingest.api.TargetColumns;
import org.lakeingest.testkit.CollectedRows;
import org.lakeingest.testkit.RecordBatches;
import org.lakeingest.testkit.TestPluginContext;

/** Columns of a target that is known: which it is, what goes where, and what happens to what it has no place for. */
class TargetColumnsTest {
    private final TestPluginContext context = new TestPluginContext();

    @Test
    void readsIntoTheColumnsThatTheTargetHas() {
        Decoder decoder = inferring("");

        CollectedRows rows = decode(
                decoder,
                closed("id", "bigint", "price", "decimal(10,2)", "day", "date"),
                "{\"price\":\"1.50\",\"ID\":\"7\"}",
                "{\"day\":\"2026-11-30\",\"id\":null}");

        assertThat(rows).rejectsNothing();
        assertThat(names(rows)).containsExactly(List.of("id", "price", "day"));
        assertThat(rows.rowsOf(0)).isEqualTo(List.of(row(7L, new BigDecimal("1.50"), null)));
    }

    @Test
    void addsNewFieldsBehindTheTargetsColumns() {
        Decoder decoder = inferring("");
        TargetColumns target = open("id", "bigint");

        CollectedRows rows = decode(decoder, target, "{\"id\":1}", "{\"New\":true,\"id\":2}");

        assertThat(rows).rejectsNothing().containsExactlyRows(row(1L), row(2L, true));
        assertThat(names(rows)).containsExactly(List.of("id"), List.of("id", "new"));
    }

    @Test
    void followsTheTargetWhenItChanges() {
        Decoder decoder = inferring("");
        decode(decoder, null, "{\"id\":1,\"name\":\"x\"}");

        CollectedRows created = decode(decoder, open("name", "string", "id", "double"), "{\"id\":1,\"name\":\"x\"}");
        CollectedRows closed = decode(decoder, closed("name", "string"), "{\"name\":\"x\"}", "{\"id\":1}");

        assertThat(created).rejectsNothing().containsExactlyRows(row("x", 1.0));
        assertThat(closed).containsExactlyRows(row("x")).rejects(1, JsonErrorCode.JSON_UNKNOWN_FIELD);
    }

    /** One lane reads many topics, each for a table of its own. */
    @Test
    void keepsTheColumnsOfEachStreamApart() {
        Decoder decoder = inferring("");
        TargetColumns known = open("id", "decimal(10,2)");
        KnowsTargets targets = (stream, target) -> stream.equals("a") ? Optional.of(known) : Optional.empty();
        List<List<String>> names = new ArrayList<>();
        for (String stream : List.of("a", "b", "a", "b")) {
            RecordBatch records = RecordBatches.at(stream, 0, 0)
                    .record("k", "{\"id\":1,\"" + stream + "\":true}")
                    .build();
            CollectedRows rows = CollectedRows.decode(decoder, records, records.values(), targets);
            names.addAll(names(rows));
            assertThat(rows.rows())
                    .isEqualTo(List.of(stream.equals("a") ? row(new BigDecimal("1.00"), true) : row(1L, true)));
        }

        assertThat(names)
                .containsExactly(List.of("id", "a"), List.of("id", "b"), List.of("id", "a"), List.of("id", "b"));
    }

    /** Else a null of what a document does not mention takes the value away that an earlier one has set. */
    @Test
    void rowsLackWhatTheirDocumentsLackWhereTheTargetTakesSuchRows() {
        Decoder decoder = inferring("");
        KnowsTargets partial = new KnowsTargets() {
            @Override
            public Optional<TargetColumns> columnsOf(String stream, Target target) {
                return stream.equals("known") ? Optional.of(open("id", "bigint")) : Optional.empty();
            }

            @Override
            public boolean takesPartialRows() {
                return true;
            }
        };
        for (String stream : List.of("known", "unknown")) {
            RecordBatch records = RecordBatches.at(stream, 0, 0)
                    .record("k", "{\"id\":1,\"a\":1}")
                    .record("k", "{\"id\":1,\"b\":true}")
                    .record("k", "{\"id\":1,\"a\":null}")
                    .record("k", "{\"id\":1}")
                    .build();
            for (int again = 0; again < 2; again++) {
                CollectedRows rows = CollectedRows.decode(decoder, records, records.values(), partial);
                assertThat(rows).rejectsNothing();
                assertThat(names(rows)).containsOnly(List.of("id", "a"), List.of("id", "b"), List.of("id"));
                assertThat(rows.rows())
                        .containsExactlyInAnyOrder(row(1L, 1L), row(1L, true), row(1L, (Object) null), row(1L));
            }
        }
    }

    @Test
    void keepsTheSchemaWhileTheTargetStaysTheSame() {
        Decoder decoder = inferring("");
        TargetColumns target = open("id", "bigint");

        Schema first = decode(decoder, target, "{\"id\":1}").batches().get(0).schema();

        assertThat(decode(decoder, target, "{\"id\":2}").batches().get(0).schema())
                .isSameAs(first);
    }

    @Test
    void rejectsWhatDoesNotFitATargetThatDoesNotWiden() {
        CollectedRows rows = decode(
                inferring(""),
                open("n", "bigint", "s", "string", "b", "boolean"),
                "{\"n\":\"x\"}",
                "{\"n\":1.5}",
                "{\"s\":{}}",
                "{\"b\":1}",
                "{\"n\":1,\"s\":2,\"b\":\"true\"}");

        assertThat(rows)
                .rejectsExactly(0, 1, 2, 3)
                .rejects(0, JsonErrorCode.JSON_WRONG_KIND)
                .containsExactlyRows(row(1L, "2", true));
        assertThat(rows.rejects().get(1)).hasMessageContaining("'n'");
    }

    @Test
    void widensWhatDoesNotFitATargetThatWidens() {
        TargetColumns target = widening("n", "bigint", "s", "string", "f", "double", "at", "timestamp", "v", "variant");
        Decoder decoder = inferring("");

        CollectedRows rows = decode(
                decoder,
                target,
                "{\"n\":1,\"s\":\"x\",\"f\":0.5,\"at\":\"2026-11-30T00:00:00Z\",\"v\":1}",
                "{\"n\":\"1\",\"s\":5}",
                "{\"f\":0.1000000000000000055511,\"at\":\"noon\"}",
                "{\"n\":2,\"at\":\"2026-11-30T00:00:00Z\"}");
        CollectedRows later = decode(decoder, target, "{\"n\":3}");

        assertThat(rows).rejectsNothing();
        assertThat(rows.rowsOf(1)).isEqualTo(List.of(row("\"1\"", "5", null, null, null)));
        assertThat(rows.rowsOf(2)).isEqualTo(List.of(row(null, null, "0.1000000000000000055511", "\"noon\"", null)));
        assertThat(rows.rowsOf(3)).isEqualTo(List.of(row("2", null, null, "\"2026-11-30T00:00:00Z\"", null)));
        assertThat(later.rows()).isEqualTo(List.of(row("3", null, null, null, null)));
    }

    @Test
    void leavesNewFieldsOutWhenTold() {
        CollectedRows rows = decode(
                inferring("unknown-fields: ignore"), open("a", "bigint"), "{\"a\":1,\"b\":2}", "{\"b\":{\"c\":1}}");

        assertThat(rows).rejectsNothing().containsExactlyRows(row(1L), row((Object) null));
        assertThat(context.metrics().count("unknown.fields")).isEqualTo(2);
    }

    @Test
    void refusesNewFieldsWhenToldOrWhenThereIsNoPlaceForThem() {
        assertThat(decode(inferring("unknown-fields: reject"), open("a", "bigint"), "{\"b\":2}", "{\"a\":1}"))
                .rejects(0, JsonErrorCode.JSON_UNKNOWN_FIELD)
                .containsExactlyRows(row(1L));
        assertThat(decode(inferring("unknown-fields: rest"), closed("a", "bigint"), "{\"b\":2}", "{\"a\":1}"))
                .rejects(0, JsonErrorCode.JSON_UNKNOWN_FIELD)
                .containsExactlyRows(row(1L));
        assertThat(decode(inferring(""), closed("a", "bigint"), "{\"b\":2}", "{\"b\":null,\"a\":1}"))
                .rejects(0, JsonErrorCode.JSON_UNKNOWN_FIELD)
                .containsExactlyRows(row(1L));
    }

    @Test
    void keepsNewFieldsAsTheRest() {
        CollectedRows rows = decode(
                inferring("unknown-fields: rest"),
                open("a", "bigint"),
                "{\"b\": [1.10, null] ,\"a\":1,\"\u00e4\\n\":\"x\\u00e9\",\"_rest\":true,\"n\":null}",
                "{\"a\":2}",
                "{\"b\":1,\"b\":2}",
                "{\"b\":1,\"B\":2}");

        assertThat(rows)
                .rejectsExactly(2)
                .rejects(2, JsonErrorCode.JSON_DUPLICATE_NAME)
                .containsExactlyRows(
                        row(1L, "{\"b\":[1.10, null],\"\u00e4\\n\":\"x\\u00e9\",\"_rest\":true,\"n\":null}"),
                        row(2L, null),
                        row(null, "{\"b\":1,\"B\":2}"));
        assertThat(names(rows)).containsExactly(List.of("a", "_rest"));
    }

    @Test
    void keepsTheRestInTheColumnThatTheTargetHas() {
        CollectedRows rows = decode(
                inferring("unknown-fields: rest, rest-column: more"),
                closed("more", "variant", "a", "bigint"),
                "{\"b\":1,\"more\":2}");

        assertThat(rows).rejectsNothing().containsExactlyRows(row("{\"b\":1,\"more\":2}", null));
    }

    @Test
    void keepsTheRestBesideDeclaredColumns() {
        Decoder decoder = Decoders.create(
                Decoders.config(
                        Decoders.columns("a", "bigint not null", "t", "tuple(x bigint)"), "unknown-fields: rest"),
                context);

        CollectedRows rows = decode(
                decoder,
                null,
                "{\"b\":1,\"a\":2}",
                "{\"a\":3}",
                "{\"b\":1}",
                "{\"a\":4,\"t\":{\"y\":1}}",
                "{\"a\":\"5\"}");

        assertThat(rows)
                .rejectsExactly(2, 3, 4)
                .rejects(2, JsonErrorCode.JSON_REQUIRED)
                .rejects(3, JsonErrorCode.JSON_UNKNOWN_FIELD)
                .rejects(4, JsonErrorCode.JSON_WRONG_KIND)
                .containsExactlyRows(row(2L, null, "{\"b\":1}"), row(3L, null, null));
    }

    @Test
    void leavesColumnsWithADefaultOutOfRowsThatHaveNoValueForThem() {
        TargetColumns target = defaulted(Set.of("b", "c"), "a", "bigint", "b", "bigint", "c", "string not null");
        Decoder decoder = inferring("");

        CollectedRows rows = decode(
                decoder,
                target,
                "{\"a\":1,\"b\":2,\"c\":\"x\"}",
                "{\"a\":2}",
                "{\"a\":3}",
                "{\"a\":4,\"c\":\"y\",\"b\":null}",
                "{\"a\":5,\"c\":null}",
                "{\"c\":\"z\"}",
                null,
                "{\"a\":6}");

        assertThat(rows).rejectsExactly(4).rejects(4, JsonErrorCode.JSON_REQUIRED);
        assertThat(names(rows)).containsExactly(List.of("a", "b", "c"), List.of("a"), List.of("a", "c"));
        assertThat(rows.rowsOf(0)).isEqualTo(List.of(row(1L, 2L, "x")));
        assertThat(rows.rowsOf(1)).isEqualTo(List.of(row(2L)));
        assertThat(rows.rowsOf(3)).isEqualTo(List.of(row(4L, null, "y")));
        assertThat(rows.rowsOf(5)).isEqualTo(List.of(row(null, "z")));
        assertThat(rows.rowsOf(6)).isEqualTo(List.of(row((Object) null)));
        assertThat(rows.rowsOf(7)).isEqualTo(List.of(row(6L)));
        assertThat(decode(decoder, target, "{\"a\":7}").batches().get(0).schema())
                .isSameAs(rows.batches().get(1).schema());
    }

    @Test
    void refusesARowThatWouldHaveNoColumn() {
        CollectedRows rows = decode(inferring(""), defaulted(Set.of("a"), "a", "bigint"), "{}", "{\"a\":1}", "");

        assertThat(rows)
                .rejects(0, JsonErrorCode.JSON_NO_COLUMNS)
                .rejects(2, JsonErrorCode.JSON_NO_COLUMNS)
                .containsExactlyRows(row(1L));
    }

    @Test
    void remembersOnlySoManySchemas() {
        List<String> namesAndTypes = new ArrayList<>(List.of("k", "bigint"));
        for (int i = 0; i < 8; i++) {
            namesAndTypes.addAll(List.of("c" + i, "bigint"));
        }
        TargetColumns target = new TargetColumns(
                schema(namesAndTypes.toArray(String[]::new)),
                Set.of("c0", "c1", "c2", "c3", "c4", "c5", "c6", "c7"),
                true,
                false);
        String[] documents = new String[512];
        for (int i = 0; i < documents.length; i++) {
            StringBuilder text = new StringBuilder("{\"k\":" + i);
            for (int bit = 0; bit < 8; bit++) {
                text.append((i >> bit & 1) == 1 ? ",\"c" + bit + "\":" + bit : "");
            }
            documents[i] = text + "}";
        }

        CollectedRows rows = decode(inferring(""), target, documents);

        assertThat(rows).rejectsNothing().hasRowCount(512);
        assertThat(rows.batches()).hasSize(256);
    }

    @Test
    void findsTheTargetsColumnOfExactlyTheNameFirst() {
        TargetColumns target = closed("Id", "bigint", "id", "string");

        CollectedRows rows = decode(inferring(""), target, "{\"Id\":1,\"ID\":\"x\"}", "{\"id\":\"y\",\"iD\":\"z\"}");

        assertThat(rows).containsExactlyRows(row(1L, "x")).rejects(1, JsonErrorCode.JSON_DUPLICATE_NAME);
    }

    @Test
    void lessensNoDeclaredColumn() {
        Decoder decoder = Decoders.inferring(Decoders.columns("a", "bigint", "z", "bigint not null"), "", context);

        CollectedRows rows =
                decode(decoder, widening("a", "string"), "{\"a\":\"1\",\"z\":1}", "{\"a\":1,\"z\":1}", "{\"a\":2}");

        assertThat(rows)
                .rejects(0, JsonErrorCode.JSON_WRONG_KIND)
                .rejects(2, JsonErrorCode.JSON_REQUIRED)
                .containsExactlyRows(row(1L, 1L));
    }

    private Decoder inferring(String options) {
        return Decoders.inferring(Map.of(), options, context);
    }

    static TargetColumns closed(String... namesAndTypes) {
        return new TargetColumns(schema(namesAndTypes), Set.of(), false, false);
    }

    static TargetColumns open(String... namesAndTypes) {
        return new TargetColumns(schema(namesAndTypes), Set.of(), true, false);
    }

    static TargetColumns widening(String... namesAndTypes) {
        return new TargetColumns(schema(namesAndTypes), Set.of(), true, true);
    }

    private static TargetColumns defaulted(Set<String> names, String... namesAndTypes) {
        return new TargetColumns(schema(namesAndTypes), names, true, false);
    }

    private static Schema schema(String... namesAndTypes) {
        return ColumnText.schema(Decoders.columns(namesAndTypes));
    }

    static CollectedRows decode(Decoder decoder, @Nullable TargetColumns target, @Nullable String... documents) {
        RecordBatch records = RecordBatches.ofValues(documents);
        return CollectedRows.decode(decoder, records, records.values(), (stream, name) -> Optional.ofNullable(target));
    }

    private static List<List<String>> names(CollectedRows rows) {
        return rows.batches().stream().map(TargetColumnsTest::names).toList();
    }

    private static List<String> names(RowBatch batch) {
        return batch.schema().fields().stream().map(Schema.Field::name).toList();
    }

    /** For types that the option columns cannot write. */
    static TargetColumns closedOf(ColumnType type) {
        return new TargetColumns(new Schema(List.of(new Schema.Field("v", type, true))), Set.of(), false, false);
    }
}
