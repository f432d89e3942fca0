package org.lakeingest.engine.reject;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.NavigableSet;
import java.util.TreeSet;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import net.jqwik.api.constraints.UniqueElements;
import org.junit.jupiter.api.Test;

class RejectCapTest {
    private static final int WINDOW = 640;

    @Test
    void oneMoreThanAllowedIsTooMany() {
        RejectCap cap = new RejectCap(10_000, 100);
        for (int i = 0; i < 100; i++) {
            assertThat(cap.isAbove(i)).isFalse();
        }
        assertThat(cap.isAbove(100)).isTrue();
    }

    @Test
    void whatIsFarApartIsNeverTooMany() {
        RejectCap cap = new RejectCap(10_000, 100);
        for (long number = 0; number < 5_000_000; number += 100) {
            assertThat(cap.isAbove(number)).isFalse();
        }
    }

    @Property(tries = 300)
    void itSaysSoOnlyWhereTheWindowHoldsTooManyAndWhenAQuarterLessOfItDoes(
            @ForAll @Size(max = 60) @UniqueElements List<@IntRange(max = 2 * WINDOW) Integer> numbers,
            @ForAll @IntRange(min = 1, max = 12) int allowed) {
        RejectCap cap = new RejectCap(WINDOW, allowed);
        TreeSet<Integer> seen = new TreeSet<>();
        boolean above = false;
        for (int number : numbers) {
            seen.add(number);
            above |= cap.isAbove(number);
            if (most(seen, WINDOW) <= allowed) {
                assertThat(above).as("%s of %s", allowed, seen).isFalse();
            } else if (most(seen, WINDOW * 3 / 4) > allowed) {
                assertThat(above).as("%s of %s", allowed, seen).isTrue();
            }
        }
    }

    private static int most(NavigableSet<Integer> numbers, int window) {
        return numbers.stream()
                .mapToInt(first -> numbers.subSet(first, first + window).size())
                .max()
                .orElse(0);
    }
}
