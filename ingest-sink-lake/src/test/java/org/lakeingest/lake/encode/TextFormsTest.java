package org.lakeingest.lake.encode;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.LongRange;

/** Numbers, dates and instants as text. */
final class TextFormsTest {
    private static final DateTimeFormatter MILLIS =
            DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSS'Z'").withZone(ZoneOffset.UTC);

    private final GrowingBytes out = new GrowingBytes(1);

    @Property(tries = 2_000)
    void numbersAreWrittenInDigits(@ForAll long value) {
        assertThat(number(value)).isEqualTo(Long.toString(value));
    }

    @Example
    void numbersAtTheBordersAreWrittenInDigits() {
        for (long power = 1, digits = 1; digits <= 19; power *= 10, digits++) {
            assertThat(number(power)).isEqualTo(Long.toString(power));
            assertThat(number(power - 1)).isEqualTo(Long.toString(power - 1));
            assertThat(number(-power)).isEqualTo(Long.toString(-power));
        }
        assertThat(number(Long.MAX_VALUE)).isEqualTo("9223372036854775807");
        assertThat(number(Long.MIN_VALUE)).isEqualTo("-9223372036854775808");
    }

    @Property(tries = 2_000)
    void datesAreThoseOfThePlatform(@ForAll @LongRange(min = -800_000, max = 3_000_000) long day) {
        out.resize(0);
        Rfc3339.putDate(out, day);
        LocalDate date = LocalDate.ofEpochDay(day);
        assertThat(text()).isEqualTo(date.toString());
    }

    @Property(tries = 2_000)
    void instantsAreThoseOfThePlatform(
            @ForAll @LongRange(min = -62_167_219_200_000L, max = 253_402_300_799_999L) long millis) {
        Instant instant = Instant.ofEpochMilli(millis);
        out.resize(0);
        new Rfc3339().putMillis(out, millis);
        assertThat(text()).isEqualTo(MILLIS.format(instant));
        assertThat(Instant.parse(text())).isEqualTo(instant);
    }

    @Example
    void theKeptSecondIsForgottenWhenAnotherComes() {
        Rfc3339 times = new Rfc3339();
        out.resize(0);
        for (long millis : new long[] {0, 999, 1_000, -1, 0, 86_400_000, -62_167_219_200_001L, 253_402_300_800_000L}) {
            times.putMillis(out, millis);
            out.put(' ');
        }
        assertThat(text())
                .isEqualTo("1970-01-01T00:00:00.000Z 1970-01-01T00:00:00.999Z 1970-01-01T00:00:01.000Z"
                        + " 1969-12-31T23:59:59.999Z 1970-01-01T00:00:00.000Z 1970-01-02T00:00:00.000Z"
                        + " -0001-12-31T23:59:59.999Z +10000-01-01T00:00:00.000Z ");
    }

    @Example
    void theFarthestInstantsHaveAText() {
        Rfc3339 times = new Rfc3339();
        out.resize(0);
        times.putMillis(out, Long.MAX_VALUE);
        assertThat(text()).isEqualTo(Instant.ofEpochMilli(Long.MAX_VALUE).toString());
        out.resize(0);
        times.putMillis(out, Long.MIN_VALUE);
        assertThat(text()).isEqualTo(Instant.ofEpochMilli(Long.MIN_VALUE).toString());
    }

    @Property(tries = 1_000)
    void lineBreaksBecomeSpacesWhereverTheyAre(@ForAll("texts") String text) {
        GrowingBytes bytes = new GrowingBytes(1);
        bytes.put(TestRecords.utf8("\n"));
        bytes.put(TestRecords.utf8(text));
        bytes.blankLineBreaks(1);
        assertThat(new String(bytes.array(), 0, bytes.size(), StandardCharsets.UTF_8))
                .isEqualTo("\n" + text.replace('\n', ' ').replace('\r', ' '));
    }

    @Provide
    Arbitrary<String> texts() {
        return Arbitraries.strings()
                .withChars('\n', '\r', '\t', ' ', 'a', '\u000e', '\u00e9', '\u8a9e')
                .ofMaxLength(40);
    }

    private String number(long value) {
        out.resize(0);
        out.putNumber(value);
        return text();
    }

    private String text() {
        return new String(out.array(), 0, out.size(), StandardCharsets.UTF_8);
    }
}
