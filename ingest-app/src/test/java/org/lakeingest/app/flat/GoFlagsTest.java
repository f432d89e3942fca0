package org.lakeingest.app.flat;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GoFlagsTest {
    @Test
    void readsEveryFormThatGoKnows() {
        GoFlags flags = GoFlags.parse(List.of(
                "-workers=2", "--batch-size", "7", "-copy-purge", "--copy-force=0", "-user-stage", "-x", "-f=a.json"));

        assertThat(flags.file()).isEqualTo("a.json");
        assertThat(flags.values())
                .isEqualTo(Map.of(
                        "workers",
                        "2",
                        "batch-size",
                        "7",
                        "copy-purge",
                        "true",
                        "copy-force",
                        "false",
                        "user-stage",
                        "-x"));
    }

    @Test
    void stopsAtTheFirstWordThatIsNoFlag() {
        assertThat(GoFlags.parse(List.of("-copy-purge", "false", "-workers=2")).values())
                .isEqualTo(Map.of("copy-purge", "true"));
        assertThat(GoFlags.parse(List.of("--", "-nonsense")).values()).isEmpty();
    }

    @Test
    void knowsVersionAndHelpInBothLengths() {
        assertThat(GoFlags.parse(List.of("-v")).version()).isTrue();
        assertThat(GoFlags.parse(List.of("--version")).version()).isTrue();
        assertThat(GoFlags.parse(List.of("-h")).help()).isTrue();
        assertThat(GoFlags.parse(List.of("-version=false")).version()).isFalse();
    }

    @ParameterizedTest
    @CsvSource({
        "-batch-siz=1, flag provided but not defined: -batch-siz; did you mean -batch-size?",
        "-batch-size, flag needs an argument: -batch-size",
        "-batch-size=x, flag -batch-size must be a whole number",
        "-copy-purge=maybe, flag -copy-purge must be true or false",
    })
    void namesTheFlagThatIsWrong(String word, String message) {
        assertThatThrownBy(() -> GoFlags.parse(List.of(word))).hasMessageStartingWith(message);
    }
}
