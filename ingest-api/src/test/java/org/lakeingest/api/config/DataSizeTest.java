package org.lakeingest.api.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class DataSizeTest {
    @ParameterizedTest
    @CsvSource({
        "0, 0",
        "100, 100",
        "100B, 100",
        "1K, 1024",
        "512KB, 524288",
        "512 kib, 524288",
        "64MB, 67108864",
        " 2GB , 2147483648",
        "3TiB, 3298534883328"
    })
    void readsEveryUnitInAnyCase(String text, long bytes) {
        assertThat(DataSize.parse(text).bytes()).isEqualTo(bytes);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "MB", "-1MB", "1.5MB", "64XB", "64BB", "64BIB", "64MBB", "64 M B", "9999999999999TB", "1e3"})
    void refusesWhatIsNoSizeAndSaysHowToWriteOne(String text) {
        assertThatThrownBy(() -> DataSize.parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("'" + text + "' is not a size; write a number and B, KB, MB, GB or TB, like 64MB");
    }

    @ParameterizedTest
    @CsvSource({"0, 0B", "100, 100B", "1024, 1KB", "1536, 1536B", "1572864, 1536KB", "67108864, 64MB"})
    void printsTheShortestExactForm(long bytes, String text) {
        assertThat(new DataSize(bytes)).hasToString(text);
        assertThat(DataSize.parse(text).bytes()).isEqualTo(bytes);
    }

    @Test
    void printsWhatItReadsAndOrdersByBytes() {
        assertThat(DataSize.parse(new DataSize(Long.MAX_VALUE).toString()).bytes())
                .isEqualTo(Long.MAX_VALUE);
        assertThat(DataSize.parse("1MB")).isGreaterThan(DataSize.parse("1023KB"));
        assertThatThrownBy(() -> new DataSize(-1)).hasMessageContaining("cannot be negative");
    }

    @Test
    void secretNeverPrints() {
        assertThat(new Secret("hush")).hasToString("******");
    }
}
