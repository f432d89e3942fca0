package org.lakeingest.engine.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class InterpolationTest {
    private final Interpolation interpolation =
            new Interpolation(Map.of("A", "1", "EMPTY", "", "NEST", "${env:A}")::get);

    @ParameterizedTest
    @CsvSource({
        "plain, plain",
        "${env:A}, 1",
        "x${env:A}y${env:A}, x1y1",
        "${env:EMPTY}, ''",
        "${A:-2}, 1",
        "${B:-2}, 2",
        "${EMPTY:-2}, 2",
        "${B:-}, ''",
        "${env:B:-http://h:1}, http://h:1",
        "$${env:A}, ${env:A}",
        "$A and $ and }, $A and $ and }",
        "$$ ${env:A}, $$ 1",
        "default.${topic}_${env:A}, default.${topic}_1",
        "$${topic}, ${topic}",
        "${env:NEST}, ${env:A}"
    })
    void replacesReferencesAndNothingElse(String written, String expected) {
        Interpolation.Result result = interpolation.resolve(written);

        assertThat(result.problems()).isEmpty();
        assertThat(result.text()).isEqualTo(expected);
        assertThat(result.shown()).isEqualTo(written);
    }

    @ParameterizedTest
    @ValueSource(strings = {"${A}", "${}", "${env:}", "${evn:A}", "${vault:x}", "${:-x}", "a ${env:A"})
    void saysWhichReferencesThereAre(String written) {
        assertThat(interpolation.resolve(written).problems())
                .singleElement()
                .asString()
                .contains("write ${env:NAME}, ${file:PATH} or ${NAME:-default}, and $${ for ${ itself");
    }

    @Test
    void namesEveryVariableThatIsNotSet() {
        assertThat(interpolation.resolve("${env:B}${env:C}").problems())
                .containsExactly(
                        "environment variable B is not set; set it, or write ${B:-default}",
                        "environment variable C is not set; set it, or write ${C:-default}");
    }

    @Test
    void readsFilesWithoutTheirLastLineBreak(@TempDir Path directory) throws IOException {
        Path file = directory.resolve("secret");
        for (String ending : new String[] {"", "\n", "\r\n"}) {
            Files.writeString(file, " two\nlines " + ending);
            assertThat(interpolation.resolve("${file:" + file + "}").text()).isEqualTo(" two\nlines ");
        }
        Files.writeString(file, "\n");
        assertThat(interpolation.resolve("${file:" + file + "}").text()).isEmpty();
    }

    @Test
    void unreadableFileIsNamed(@TempDir Path directory) throws IOException {
        Path binary = Files.write(directory.resolve("binary"), new byte[] {(byte) 0xFF, (byte) 0xFE});

        assertThat(interpolation.resolve("${file:" + directory + "/none}").problems())
                .containsExactly("file " + directory
                        + "/none cannot be read; make sure that it exists and that this user may read it");
        assertThat(interpolation.resolve("${file:" + binary + "}").problems())
                .containsExactly("file " + binary + " is not UTF-8 text");
    }
}
