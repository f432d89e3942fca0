package org.lakeingest.format.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.lakeingest.testkit.IngestAssertions.assertThat;
import static org.lakeingest.testkit.IngestAssertions.row;

import java.math.BigDecimal;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.lakeingest.api.Decoder;
import org.lakeingest.testkit.CollectedRows;
import org.lakeingest.testkit.RecordBatches;

class ColumnValuesTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "boolean | 1",
                "boolean | \"true\"",
                "bigint | \"1\"",
                "bigint | 1.0",
                "bigint | 1e3",
                "bigint | true",
                "uint64 | \"1\"",
                "float | \"1.5\"",
                "double | \"x\"",
                "string | 1",
                "string | true",
                "string | {}",
                "string | []",
                "date | 1",
                "date | \"2026-13-01\"",
                "date | \"2026-02-29\"",
                "date | \"2026-1-1\"",
                "date | \"0000-01-01\"",
                "timestamp | 1700000000",
                "timestamp | \"2026-11-30\"",
                "timestamp | \"2026-11-30T08:15:00\"",
                "timestamp | \"2026-11-30T24:00:00Z\"",
                "timestamp | \"2026-11-30T08:15:60Z\"",
                "timestamp | \"2026-11-30T08:15:00.Z\"",
                "timestamp | \"2026-11-30T08:15:00+0100\"",
                "timestamp | \"9999-12-31T23:59:59-00:01\"",
                "timestamp | \"2026-11-30T08:15Z\"",
                "binary | \"%%\"",
                "binary | 1",
                "decimal(10,2) | \"12,5\"",
                "decimal(10,2) | true",
                "decimal(10,2) | \"\"",
                "decimal(10,2) | \"-\"",
                "array(bigint) | 1",
                "array(bigint) | [\"x\"]",
                "array(bigint) | {}",
                "map(string, bigint) | []",
                "map(string, bigint) | {\"k\":\"v\"}",
                "tuple(a bigint) | [1]",
                "tuple(a bigint) | {\"a\":\"b\"}",
                "tuple(a bigint) | \"a\""
            })
    void rejectsValuesOfAnotherKind(String type, String value) {
        assertRejected(type, value, JsonErrorCode.JSON_WRONG_KIND);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "bigint | 9223372036854775808",
                "bigint | -9223372036854775809",
                "uint64 | -1",
                "uint64 | 18446744073709551616",
                "uint64 | 100000000000000000000000",
                "float | 1e39",
                "double | 1e309",
                "decimal(4,2) | 100",
                "decimal(4,2) | 1.001",
                "decimal(4,2) | -99.991",
                "decimal(4,2) | 1e2",
                "decimal(4,2) | 1e1000000000",
                "decimal(4,2) | 1e-1000000000",
                "decimal(38,2) | 1e36",
                "decimal(38,2) | 0.001",
                "decimal(18,0) | 1000000000000000000",
                "decimal(2,2) | 1",
                "variant | 1e400",
                "variant | {\"a\":[1e400]}"
            })
    void rejectsValuesThatDoNotFitAndRoundsNothing(String type, String value) {
        assertRejected(type, value, JsonErrorCode.JSON_OUT_OF_RANGE);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "decimal(4,2) | 99.99 | 99.99",
                "decimal(4,2) | -0.01 | -0.01",
                "decimal(4,2) | \"1.2\" | 1.20",
                "decimal(4,2) | 1.50000 | 1.50",
                "decimal(4,2) | 12e-1 | 1.20",
                "decimal(4,2) | 1E1 | 10.00",
                "decimal(4,2) | -0 | 0.00",
                "decimal(4,2) | 0e999999999 | 0.00",
                "decimal(18,18) | 0.123456789012345678 | 0.123456789012345678",
                "decimal(18,0) | -999999999999999999 | -999999999999999999",
                "decimal(18,2) | 1.00000000000000000000 | 1.00",
                "decimal(2,2) | 0e-8 | 0",
                "decimal(76,0) | \"-1e75\" | -1e75",
                "decimal(20,1) | 0.1 | 0.1"
            })
    void keepsDecimalsExact(String type, String value, BigDecimal expected) {
        CollectedRows rows = decode(Decoders.ofColumns("v", type), "{\"v\":" + value + "}");

        assertThat(rows).rejectsNothing();
        assertThat((BigDecimal) rows.rows().get(0).get(0)).isEqualByComparingTo(expected);
    }

    private static void assertRejected(String type, String value, JsonErrorCode code) {
        CollectedRows rows = decode(
                Decoders.ofColumns("v", type, "w", "bigint"),
                "{\"w\":0}",
                "{\"w\":1,\"v\":" + value + ",\"w\":2,\"w\":2}",
                "{\"w\":3}");

        assertThat(rows).rejectsExactly(1).rejects(1, code).containsExactlyRows(row(null, 0L), row(null, 3L));
        assertThat(rows.rejects().get(1)).hasMessageContaining("'v");
    }

    private static CollectedRows decode(Decoder decoder, String... texts) {
        return CollectedRows.decode(decoder, RecordBatches.ofValues(texts));
    }
}
