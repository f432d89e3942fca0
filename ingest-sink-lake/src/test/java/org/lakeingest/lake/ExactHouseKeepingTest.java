package org.lakeingest.lake;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfEnvironmentVariable;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What the house-keeping of exactly-once asks the lake for. */
class ExactHouseKeepingTest {
    @RegisterExtension
    static final TestLake lake = new TestLake();

    private static long segments(String table) {
        List<List<@Nullable String>> rows =
                lake.rows(LedgerSql.segments(TableName.parse(lake.table(table), "default")));
        assertThat(rows).hasSize(1);
        return Long.parseLong(String.valueOf(rows.get(0).get(0)));
    }

    @Test
    void theSegmentsOfATableAreCountedWhereTheLakeCountsThem() {
        lake.rows("CREATE TABLE " + lake.sql("pieces") + " (n INT)");
        assertThat(segments("pieces")).isZero();
    }

    @Test
    @EnabledIfEnvironmentVariable(
            named = "TEST_LAKE_DSN",
            matches = ".+",
            disabledReason = "the local lake does not count segments")
    void eachCommitIsASegmentUntilTheTableIsCompacted() {
        lake.rows("CREATE TABLE " + lake.sql("commits") + " (n INT)");
        for (int i = 0; i < 3; i++) {
            lake.rows("INSERT INTO " + lake.sql("commits") + " VALUES (" + i + ")");
        }
        assertThat(segments("commits")).isEqualTo(3);
        lake.rows("OPTIMIZE TABLE " + lake.sql("commits") + " COMPACT");
        assertThat(segments("commits")).isEqualTo(1);
    }
}
