package org.lakeingest.lake;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.lakeingest.lake.ColumnTables.field;
import static org.lakeingest.lake.ColumnTables.schema;

import java.math.BigDecimal;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.lakeingest.api.ColumnType;
import org.lakeingest.api.ColumnType.Kind;
import org.lakeingest.api.IngestException;
import org.lakeingest.api.Schema;
import org.lakeingest.api.WriteBatch;
import org.lakeingest.testkit.RowBatches;

/** The lake's native storage format mangles decimals of more than 38 digits as soon as a value repeats. */
class LakeWideDecimalsTest {
    @RegisterExtension
    static final TestLake lake = new TestLake();

    private static final BigDecimal LARGE =
            new BigDecimal("12345678901234567890123456789012345678901234567890123456.25");
    private static final Schema SCHEMA = schema(field("n", Kind.INT64), field("d", ColumnType.decimal(76, 2)));

    private static WriteBatch repeated(int offset) {
        RowBatches rows = RowBatches.of(SCHEMA).at(Batches.partition(0), offset);
        for (int i = 0; i < 6; i++) {
            rows.row(offset + i, i % 2 == 0 ? LARGE : new BigDecimal("1.98"));
        }
        return Batches.of(0, offset, 6, rows.build());
    }

    private static void holds(ColumnTables tables) {
        assertThat(tables.select("DISTINCT CAST(d AS VARCHAR)"))
                .containsExactlyInAnyOrder(List.of(LARGE.toPlainString()), List.of("1.98"));
    }

    private static boolean hasNativeFormat() {
        lake.rows("CREATE TABLE " + lake.sql("format") + " (d DECIMAL(76, 2))");
        String name = lake.table("format").substring("default.".length());
        return lake.value("SELECT table_option FROM system.tables WHERE name = '" + name + "'")
                .contains("native");
    }

    @Test
    void aTableThatIsMadeForThemKeepsThem() {
        try (ColumnTables tables = new ColumnTables(lake, "wide_made", Evolve.NONE)) {
            assertThat(tables.attempt(repeated(0))).isNull();

            assertThat(tables.type("d")).isEqualTo("DECIMAL(76, 2)");
            holds(tables);
        }
    }

    @Test
    void aNewColumnKeepsThem() {
        try (ColumnTables tables = new ColumnTables(lake, "wide_added", Evolve.ADD_COLUMNS)) {
            tables.sql("CREATE TABLE (n BIGINT)");

            assertThat(tables.attempt(repeated(0))).isNull();

            holds(tables);
        }
    }

    @Test
    void aColumnThatIsWidenedKeepsThem() {
        try (ColumnTables tables = new ColumnTables(lake, "wide_widened", Evolve.WIDEN)) {
            tables.sql("CREATE TABLE (n BIGINT, d DECIMAL(10, 2))");

            assertThat(tables.attempt(repeated(0))).isNull();

            holds(tables);
        }
    }

    @Test
    void aTableThatWouldMangleThemIsRefused() {
        assumeThat(hasNativeFormat()).as("a lake on a local disk").isTrue();
        try (ColumnTables tables = new ColumnTables(lake, "wide_native", Evolve.NONE)) {
            tables.sql("CREATE TABLE (n BIGINT, d DECIMAL(76, 2))");

            assertThatThrownBy(tables.fixture::open)
                    .isInstanceOfSatisfying(
                            IngestException.class, e -> assertThat(e.code()).isEqualTo(LakeErrorCode.LAKE_TABLE_UNFIT))
                    .hasMessageContaining("d is DECIMAL(76, 2)")
                    .hasMessageContaining("STORAGE_FORMAT");
        }
    }

    @Test
    void aTableThatSomebodyMadeForThemIsTaken() {
        try (ColumnTables tables = new ColumnTables(lake, "wide_there", Evolve.NONE)) {
            lake.rows("CREATE TABLE " + lake.sql("wide_there")
                    + " (n BIGINT, d DECIMAL(76, 2)) STORAGE_FORMAT = 'parquet'");

            assertThat(tables.attempt(repeated(0))).isNull();

            holds(tables);
        }
    }
}
