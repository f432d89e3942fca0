package org.lakeingest.lake.keyed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.lakeingest.api.ColumnType;
import org.lakeingest.api.ColumnType.Kind;
import org.lakeingest.api.IngestException;
import org.lakeingest.api.RowBatch;
import org.lakeingest.api.Schema;
import org.lakeingest.api.SourcePartition;
import org.lakeingest.lake.LakeErrorCode;
import org.lakeingest.testkit.RecordBatches;
import org.lakeingest.testkit.RowBatches;
import org.lakeingest.testkit.RowValues;

class LatestRowsTest {
    private static final KeyRules REPLACING = KeyRules.replacing(List.of("k"), "v", false);
    private static final KeyRules HARD = new KeyRules(List.of("k"), "v", false, "op", Set.of(), false, true);
    private static final KeyRules SOFT = new KeyRules(List.of("k"), "v", false, "op", Set.of(), false, false);

    private static Schema schema(Object... namesAndKinds) {
        List<Schema.Field> fields = new ArrayList<>();
        for (int i = 0; i < namesAndKinds.length; i += 2) {
            ColumnType type = namesAndKinds[i + 1] instanceof ColumnType given
                    ? given
                    : ColumnType.of((Kind) namesAndKinds[i + 1]);
            fields.add(new Schema.Field((String) namesAndKinds[i], type, true));
        }
        return new Schema(fields);
    }

    private static SourcePartition partition(int number) {
        return new SourcePartition("t", RecordBatches.INCARNATION, number);
    }

    private static RowBatches at(Schema schema, int partition, long offset) {
        return RowBatches.of(schema).at(partition(partition), offset);
    }

    private static List<List<@Nullable Object>> values(Selection selection) {
        List<List<@Nullable Object>> values = new ArrayList<>();
        for (RowBatch rows : selection.rows()) {
            values.addAll(RowValues.rows(rows));
        }
        assertThat(values).hasSize((int) selection.count());
        return values;
    }

    private static List<List<@Nullable Object>> only(List<Selection> selections) {
        assertThat(selections).hasSize(1);
        return values(selections.get(0));
    }

    @Test
    void keepsRowsAsTheyAreWhenNoKeyComesTwice() {
        RowBatch rows = at(schema("k", Kind.INT64), 0, 0).row(1).row(2).build();

        Selection all = LatestRows.of(List.of(rows), REPLACING).get(0);

        assertThat(all.rows()).containsExactly(rows);
        assertThat(all.count()).isEqualTo(2);
    }

    @Test
    void slicesKeepNestedValuesAndOrigins() {
        Schema.Field element = new Schema.Field("e", ColumnType.of(Kind.INT64), true);
        Schema nested = schema(
                "k", Kind.STRING,
                "list", ColumnType.list(element),
                "struct", ColumnType.struct(List.of(element, new Schema.Field("l", ColumnType.list(element), true))));
        RowBatch rows = at(nested, 0, 10)
                .row("a", List.of(1L, 2L), Map.of("e", 1L, "l", List.of(7L)))
                .row("b", List.of(3L), Map.of("e", 2L, "l", List.of()))
                .row("a", List.of(), Map.of("e", 3L, "l", List.of(8L, 9L)))
                .row("c", List.of(4L, 5L, 6L), Map.of("e", 4L, "l", List.of(10L)))
                .build();
        List<List<@Nullable Object>> expected = RowValues.rows(rows);

        List<Selection> selections = LatestRows.of(List.of(rows), REPLACING);

        assertThat(only(selections)).isEqualTo(expected.subList(1, 4));
        RowBatch slice = selections.get(0).rows().get(0);
        assertThat(slice.origin().offset(slice.originIndex(0))).isEqualTo(11);
        assertThat(slice.sizeInBytes()).isPositive().isLessThan(rows.sizeInBytes());
    }

    @Test
    void laterRowOfAPartitionWinsWithoutVersions() {
        Schema schema = schema("k", Kind.BOOLEAN, "x", Kind.STRING);
        RowBatch first = at(schema, 0, 0).row(true, "a").row(false, "b").build();
        RowBatch second = at(schema, 0, 2).row(true, "c").build();

        assertThat(only(LatestRows.of(List.of(first, second), REPLACING)))
                .containsExactly(List.of(false, "b"), List.of(true, "c"));
    }

    @Test
    void laterTimestampWinsBetweenPartitionsWithoutVersions() {
        Schema schema = schema("k", Kind.INT64, "x", Kind.STRING);
        RowBatch late = RowBatches.of(schema)
                .origin(RecordBatches.at(partition(0), 0)
                        .record("k", "v")
                        .timestamp(2000)
                        .build())
                .row(1, "late")
                .build();
        RowBatch early = RowBatches.of(schema)
                .origin(RecordBatches.at(partition(1), 500)
                        .record("k", "v")
                        .timestamp(1000)
                        .build())
                .row(1, "early")
                .build();

        assertThat(only(LatestRows.of(List.of(late, early), REPLACING))).containsExactly(List.of(1L, "late"));
        assertThat(only(LatestRows.of(List.of(early, late), REPLACING))).containsExactly(List.of(1L, "late"));
    }

    @Test
    void higherVersionWinsWhateverItsKindAndTheOrder() {
        Map<Object, List<Object>> ascending = Map.of(
                Kind.INT64,
                List.of(-5L, 7L),
                Kind.UINT64,
                List.of(7L, -5L),
                Kind.STRING,
                List.of("a", "\u00e9"),
                Kind.TIMESTAMP_MICROS,
                List.of(Instant.EPOCH.minusMillis(1), Instant.EPOCH),
                ColumnType.decimal(10, 2),
                List.of(new BigDecimal("1.05"), new BigDecimal("1.10")),
                ColumnType.decimal(40, 0),
                List.of(new BigDecimal("-3"), new BigDecimal("12345678901234567890123")));
        ascending.forEach((kind, versions) -> {
            Schema schema = schema("k", Kind.INT64, "v", kind, "x", Kind.STRING);
            RowBatch rows = at(schema, 0, 0)
                    .row(1, versions.get(1), "new")
                    .row(1, versions.get(0), "old")
                    .row(2, versions.get(0), "old")
                    .row(2, versions.get(1), "new")
                    .build();

            assertThat(only(LatestRows.of(List.of(rows), REPLACING)).stream().map(row -> row.get(2)))
                    .as("versions of " + kind)
                    .containsExactly("new", "new");
        });
    }

    @Test
    void versionsOfTwoNumberKindsCompareExactly() {
        RowBatch whole = at(schema("k", Kind.INT64, "v", Kind.INT64, "x", Kind.STRING), 0, 0)
                .row(1, Long.MAX_VALUE, "long")
                .build();
        RowBatch decimal = at(schema("k", Kind.INT64, "v", ColumnType.decimal(38, 0), "x", Kind.STRING), 0, 1)
                .row(1, new BigDecimal("9223372036854775806"), "decimal")
                .build();

        assertThat(only(LatestRows.of(List.of(whole, decimal), REPLACING)))
                .containsExactly(List.of(1L, Long.MAX_VALUE, "long"));
    }

    @Test
    void partialRowsAreKeptBesideNewerOnesThatSetOtherColumns() {
        RowBatch full = at(schema("k", Kind.INT64, "a", Kind.STRING, "b", Kind.STRING), 0, 0)
                .row(1, "a1", "b1")
                .row(2, "a2", "b2")
                .build();
        RowBatch partial = at(schema("k", Kind.INT64, "a", Kind.STRING), 0, 2)
                .row(1, "a3")
                .row(1, "a4")
                .build();
        RowBatch again = at(schema("k", Kind.INT64, "a", Kind.STRING, "b", Kind.STRING), 0, 4)
                .row(2, "a5", "b5")
                .build();

        List<Selection> selections = LatestRows.of(List.of(full, partial, again), HARD);

        assertThat(selections).hasSize(2);
        assertThat(values(selections.get(0))).containsExactly(List.of(1L, "a1", "b1"), List.of(2L, "a5", "b5"));
        assertThat(values(selections.get(1))).containsExactly(List.of(1L, "a4"));
    }

    @Test
    void hardDeleteOutdatesWhatWasBeforeAndIsKeptBeforeWhatComesBack() {
        Schema upsert = schema("k", Kind.INT64, "op", Kind.STRING, "x", Kind.STRING);
        Schema delete = schema("k", Kind.INT64, "op", Kind.STRING);
        List<RowBatch> rows = List.of(
                at(upsert, 0, 0).row(1, "c", "one").row(2, null, "two").build(),
                at(delete, 0, 2).row(1, "d").row(2, "d").build(),
                at(upsert, 0, 4).row(2, "r", "three").build());

        List<Selection> hard = LatestRows.of(rows, HARD);
        List<Selection> soft = LatestRows.of(rows, SOFT);

        assertThat(hard).hasSize(2);
        assertThat(values(hard.get(0))).containsExactly(List.of(1L, "d"), List.of(2L, "d"));
        assertThat(values(hard.get(1))).containsExactly(List.of(2L, "r", "three"));
        assertThat(soft).hasSize(2);
        assertThat(values(soft.get(0))).containsExactly(List.of(1L, "c", "one"), List.of(2L, "r", "three"));
        assertThat(values(soft.get(1))).containsExactly(List.of(1L, "d"));
    }

    @Test
    void refusesRowsWithoutKeyVersionOrKnownOperation() {
        Schema schema = schema("k", Kind.INT64, "v", Kind.INT64, "op", Kind.STRING);
        Map<List<@Nullable Object>, LakeErrorCode> bad = Map.of(
                Arrays.asList(null, 1, "c"), LakeErrorCode.LAKE_KEY_MISSING,
                Arrays.asList(1, null, "c"), LakeErrorCode.LAKE_VERSION_MISSING,
                Arrays.asList(1, 1, "t"), LakeErrorCode.LAKE_OP_UNKNOWN);
        bad.forEach((row, code) -> {
            RowBatch rows = at(schema, 3, 70).row(1, 1, "c").row(row.toArray()).build();

            IngestException refusal =
                    catchThrowableOfType(IngestException.class, () -> LatestRows.of(List.of(rows), HARD));

            assertThat(refusal.code()).isEqualTo(code);
            assertThat(refusal).hasMessageContaining("offset 71 of partition 3 of t");
        });
    }

    @Test
    void refusesKeysThatDoNotCompare() {
        for (Kind kind : List.of(Kind.FLOAT64, Kind.VARIANT)) {
            RowBatch rows = at(schema("k", kind), 0, 0)
                    .row(kind == Kind.VARIANT ? "{}" : (Object) 1.5)
                    .build();
            assertThatThrownBy(() -> LatestRows.of(List.of(rows), REPLACING))
                    .hasMessageContaining("key column k is " + kind);
        }
        RowBatch none = at(schema("x", Kind.INT64), 0, 5).row(1).build();
        assertThatThrownBy(() -> LatestRows.of(List.of(none), REPLACING))
                .hasMessageContaining("offset 5 of partition 0 of t: it has no key column k");
    }

    @Test
    void findsColumnsInAnotherCaseWhenNoneFitsExactly() {
        RowBatch rows = at(schema("K", Kind.INT64, "x", Kind.STRING), 0, 0)
                .row(1, "a")
                .row(1, "b")
                .build();

        assertThat(only(LatestRows.of(List.of(rows), REPLACING))).containsExactly(List.of(1L, "b"));
    }
}
