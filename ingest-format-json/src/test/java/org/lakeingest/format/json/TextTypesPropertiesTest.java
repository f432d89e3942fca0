package org.lakeingest.format.json;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import org.lakeingest.testkit.CollectedRows;
import org.lakeingest.testkit.RecordBatches;

/** Values that are read by hand, against the library's way of reading them. */
class TextTypesPropertiesTest {
    @Property(tries = 500)
    void timestampsAreThoseOfTheLibrary(@ForAll("times") OffsetDateTime time) {
        String text = DateTimeFormatter.ISO_OFFSET_DATE_TIME.format(time);
        if (time.getSecond() == 0 && time.getNano() == 0) {
            text = text.replaceFirst("(T\\d\\d:\\d\\d)(?!:\\d\\d[.Z+-])", "$1:00");
        }

        long micros = TimeText.micros(text.toCharArray(), 0, text.length());

        assertThat(micros).as(text).isEqualTo(time.toEpochSecond() * 1_000_000 + time.getNano() / 1_000);
    }

    @Provide
    Arbitrary<OffsetDateTime> times() {
        return Combinators.combine(
                        Arbitraries.longs().between(-62_135_510_400L, 253_402_214_400L),
                        Arbitraries.of(0, 1, 999, 1_000, 123_456_789, 999_999_999, 500_000_000),
                        Arbitraries.integers().between(-17 * 60, 17 * 60))
                .as((second, nano, offset) ->
                        Instant.ofEpochSecond(second, nano).atOffset(ZoneOffset.ofTotalSeconds(60 * offset)));
    }

    @Property(tries = 500)
    void decimalsAreExactOrRefused(
            @ForAll("decimals") BigDecimal value,
            @ForAll @IntRange(min = 1, max = 40) int precision,
            @ForAll @IntRange(min = 0, max = 10) int scale) {
        int usedScale = Math.min(scale, precision);
        CollectedRows rows = CollectedRows.decode(
                Decoders.ofColumns("v", "decimal(" + precision + "," + usedScale + ")"),
                RecordBatches.ofValues("{\"v\":" + value + "}", "{\"v\":\"" + value.toPlainString() + "\"}"));

        if (fits(value, precision, usedScale)) {
            assertThat(rows.rows())
                    .isEqualTo(List.of(List.of(value.setScale(usedScale)), List.of(value.setScale(usedScale))));
        } else {
            assertThat(rows.rejects()).containsOnlyKeys(0, 1);
        }
    }

    private static boolean fits(BigDecimal value, int precision, int scale) {
        BigDecimal rounded = value.setScale(scale, RoundingMode.DOWN);
        return rounded.compareTo(value) == 0 && rounded.abs().compareTo(BigDecimal.TEN.pow(precision - scale)) < 0;
    }

    @Provide
    Arbitrary<BigDecimal> decimals() {
        return Combinators.combine(
                        Arbitraries.bigIntegers().between(BigInteger.TEN.pow(25).negate(), BigInteger.TEN.pow(25)),
                        Arbitraries.integers().between(-3, 30),
                        Arbitraries.integers().between(0, 25))
                .as((digits, scale, shift) -> new BigDecimal(digits.divide(BigInteger.TEN.pow(shift)), scale));
    }
}
