package org.lakeingest.format.json;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.math.BigInteger;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** Whether a double gives a number back, against what the library makes of both. */
class NumberTextPropertiesTest {
    @Property(tries = 2000)
    void numbersOfUpTo15DigitsComeBackAndLongerOnesWhenTheirDoublePrintsAsThey(
            @ForAll("numbers") BigDecimal number, @ForAll boolean plain) {
        String text = plain ? number.toPlainString() : number.toString();
        double value = Double.parseDouble(text);
        int digits = number.signum() == 0 ? 0 : number.stripTrailingZeros().precision();

        boolean prints = NumberText.printsAs(text.toCharArray(), 0, text.length(), value);

        boolean expected =
                digits <= 15 || (digits <= 17 && number.compareTo(new BigDecimal(NumberText.shortest(value))) == 0);
        assertThat(prints).as(text).isEqualTo(expected);
    }

    @Property(tries = 500)
    void doublesComeBackAsTheyArePrinted(@ForAll double value) {
        String text = NumberText.shortest(value);

        assertThat(NumberText.printsAs(text.toCharArray(), 0, text.length(), value))
                .as(text)
                .isTrue();
    }

    @Property(tries = 1000)
    void textIsANumberWhenAParserTakesIt(@ForAll("texts") String text) {
        char[] padded = ("1" + text + "1").toCharArray();

        assertThat(NumberText.isNumber(padded, 1, text.length()))
                .as(text)
                .isEqualTo(text.matches("-?(0|[1-9][0-9]*)(\\.[0-9]+)?([eE][+-]?[0-9]+)?"));
        assertThat(NumberText.isInteger(padded, 1, text.length()))
                .as(text)
                .isEqualTo(text.matches("-?(0|[1-9][0-9]*)"));
    }

    @Provide
    Arbitrary<BigDecimal> numbers() {
        return Combinators.combine(
                        Arbitraries.bigIntegers().between(BigInteger.TEN.pow(20).negate(), BigInteger.TEN.pow(20)),
                        Arbitraries.integers().between(0, 20),
                        Arbitraries.integers().between(-200, 200))
                .as((digits, shift, scale) -> new BigDecimal(digits.divide(BigInteger.TEN.pow(shift)), scale));
    }

    @Provide
    Arbitrary<String> texts() {
        return Arbitraries.strings().withChars("0123.eE+-").ofMinLength(0).ofMaxLength(7);
    }
}
