package org.lakeingest.format.json;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SeenNamesTest {
    @Test
    void findsWhatWasAddedInAnyOrder() {
        SeenNames names = new SeenNames(1000);
        for (int i = 0; i < 500; i++) {
            assertThat(names.find("name" + i)).isEqualTo(SeenNames.UNKNOWN);
            names.add("name" + i, i);
        }

        for (int i = 0; i < 500; i++) {
            names.restart();
            int other = i * 7 % 500;
            assertThat(names.find("name" + other)).isEqualTo(other);
            assertThat(names.find("name" + (other + 1))).isEqualTo(other == 499 ? SeenNames.UNKNOWN : other + 1);
        }
    }

    @Test
    void keepsOnlySoManyAndNoVeryLongOnes() {
        SeenNames names = new SeenNames(2);
        names.add("x".repeat(1001), 0);
        names.add("a", 1);
        names.add("b", 2);
        names.add("c", 3);

        assertThat(names.find("a")).isEqualTo(1);
        assertThat(names.find("b")).isEqualTo(2);
        assertThat(names.find("c")).isEqualTo(SeenNames.UNKNOWN);
        assertThat(names.find("x".repeat(1001))).isEqualTo(SeenNames.UNKNOWN);
    }
}
