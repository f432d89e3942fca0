package org.lakeingest.testkit;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.lakeingest.testkit.IngestAssertions.assertThat;
import static org.lakeingest.testkit.IngestAssertions.row;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.lakeingest.api.BytesColumn;
import org.lakeingest.api.ColumnType;
import org.lakeingest.api.ColumnType.Kind;
import org.lakeingest.api.OffsetRange;
import org.lakeingest.api.RecordBatch;
import org.lakeingest.api.RowBatch;
import org.lakeingest.api.Schema;
import org.lakeingest.api.Schema.Field;
import org.lakeingest.api.SourcePartition;
import org.lakeingest.api.WriteBatch;

final class BuildersTest {
    @Test
    void recordBatchHasGapsHeadersAndTombstones() {
        RecordBatch batch = RecordBatches.at("orders", 4, 100)
                .record("k", "v")
                .header("a", "1")
                .header("a", "2")
                .timestamp(77)
                .gap(2)
                .tombstone("k")
                .gap(1)
                .build();

        assertThat(batch.range()).is(100, 105);
        assertThat(batch.size()).isEqualTo(2);
        assertThat(batch.offset(1)).isEqualTo(103);
        assertThat(batch.timestampMillis(0)).isEqualTo(77);
        assertThat(batch.values().isNull(1)).isTrue();
        assertThat(text(batch.values(), 0)).isEqualTo("v");
        assertThat(batch.headers(0).size()).isEqualTo(2);
        assertThat(batch.headers(0).last("a")).isEqualTo("2".getBytes(UTF_8));
        assertThat(batch.headers(1).last("a")).isNull();
        assertThat(batch.sizeInBytes()).isEqualTo(3);
    }

    @Test
    void payloadsLieBetweenStrangeBytes() {
        BytesColumn values = RecordBatches.ofValues("ab", "cd").values();

        assertThat(values.array(0)).isSameAs(values.array(1));
        assertThat(values.arrayOffset(0)).isPositive();
        assertThat(text(values, 1)).isEqualTo("cd");
    }

    @Test
    void rowBatchReadsAsItWasBuilt() {
        List<@Nullable Object> values = row(
                true,
                -5L,
                new BigInteger("18446744073709551615"),
                1.5f,
                2.5,
                new BigDecimal("-1.25"),
                new BigDecimal("12345678901234567890.125"),
                LocalDate.of(1969, 12, 31),
                Instant.parse("1969-12-31T23:59:59.999999Z"),
                "{\"a\":1}",
                ByteBuffer.wrap(new byte[] {0, -1}),
                Arrays.asList(1L, null, 3L),
                Map.of("a", 1L),
                Map.of("key", "k", "element", 9L));
        @Nullable Object[] nulls = new @Nullable Object[values.size()];
        RowBatch batch =
                RowBatches.of(everyKind()).row(values.toArray()).row(nulls).build();

        assertThat(batch)
                .hasRowCount(2)
                .hasRow(0, values.toArray())
                .hasRow(1, nulls)
                .comesFromOffsets(0L, 1L);
    }

    private static Schema everyKind() {
        Field element = new Field("element", ColumnType.of(Kind.INT64), true);
        Field key = new Field("key", ColumnType.of(Kind.STRING), false);
        return schema(
                ColumnType.of(Kind.BOOLEAN),
                ColumnType.of(Kind.INT64),
                ColumnType.of(Kind.UINT64),
                ColumnType.of(Kind.FLOAT32),
                ColumnType.of(Kind.FLOAT64),
                ColumnType.decimal(18, 2),
                ColumnType.decimal(38, 3),
                ColumnType.of(Kind.DATE),
                ColumnType.of(Kind.TIMESTAMP_MICROS),
                ColumnType.of(Kind.VARIANT),
                ColumnType.of(Kind.BINARY),
                ColumnType.list(element),
                ColumnType.map(key, element),
                ColumnType.struct(List.of(key, element)));
    }

    @Test
    void assertionsFailOnWhatIsDifferent() {
        RowBatch batch = RowBatches.of(schema(ColumnType.of(Kind.STRING)))
                .row("a")
                .row("b")
                .build();

        assertThat(batch)
                .containsExactlyRows(row("a"), row("b"))
                .hasColumns("c0")
                .hasTarget("");
        assertThatThrownBy(() -> assertThat(batch).hasRow(0, "b")).isInstanceOf(AssertionError.class);
        assertThatThrownBy(() -> assertThat(batch).containsExactlyRows(row("b"), row("a")))
                .isInstanceOf(AssertionError.class);
        assertThatThrownBy(() -> assertThat(batch).comesFromOffsets(0L)).isInstanceOf(AssertionError.class);
        assertThatThrownBy(() -> assertThat(new OffsetRange(3, 4)).follows(new OffsetRange(0, 2)))
                .hasMessageContaining("does not start where");
        SourcePartition partition = new SourcePartition("t", "i", 0);
        assertThatThrownBy(() -> IngestAssertions.assertThatPositions(Map.of(partition, 3L))
                        .areNotAheadOf(Map.of(partition, 2L)))
                .hasMessageContaining("ahead");
    }

    @Test
    void writeBatchIsKnownByItsRangeAndComparedByIdentity() {
        RowBatch rows =
                RowBatches.of(schema(ColumnType.of(Kind.STRING))).row("a").build();
        WriteBatch batch = WriteBatches.of(rows);
        WriteBatch twin = WriteBatches.of(rows);

        assertThat(batch.id()).isEqualTo("test-pipeline-test-0-0-1").isEqualTo(twin.id());
        assertThat(batch).isNotEqualTo(twin);
        assertThat(batch.rowCount()).isEqualTo(1);
    }

    @Test
    void clockMovesOnlyWhenToldAndInEveryZoneAlike() {
        ManualClock clock = new ManualClock(Instant.EPOCH);
        var elsewhere = clock.withZone(ZoneId.of("Asia/Shanghai"));
        clock.advance(Duration.ofSeconds(3));
        assertThat(elsewhere.millis()).isEqualTo(3_000);
    }

    @Test
    void contextKeepsWhatIsMeasured() {
        TestPluginContext context = new TestPluginContext();
        context.metrics().counter("rows", "Rows.").add(2);
        context.metrics().counter("rows", "Rows.").add(3);
        context.metrics().timer("wait", "Wait.").record(Duration.ofMillis(5));
        context.metrics().gauge("open", "Open.", () -> 7);

        assertThat(context.metrics().count("rows")).isEqualTo(5);
        assertThat(context.metrics().times("wait")).containsExactly(Duration.ofMillis(5));
        assertThat(context.metrics().gauge("open")).isEqualTo(7);
    }

    private static Schema schema(ColumnType... types) {
        Field[] fields = new Field[types.length];
        for (int i = 0; i < types.length; i++) {
            fields[i] = new Field("c" + i, types[i], true);
        }
        return new Schema(List.of(fields));
    }

    private static String text(BytesColumn column, int index) {
        return new String(column.array(index), column.arrayOffset(index), column.length(index), UTF_8);
    }
}
