package org.lakeingest.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.assertj.core.api.AbstractThrowableAssert;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.lakeingest.engine.config.ConfigNode;
import org.lakeingest.engine.config.Location;

class ConfigReaderTest {
    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path folder;

    @Test
    void readsYamlWithThePlaceOfEachValue() throws IOException {
        ConfigNode.Mapping root = read("""
                name: orders
                source: {type: kafka, topics: [a, b]}
                admin:
                  port: 0080
                  host: ~
                """);

        String file = folder.resolve("file").toString();
        assertThat(root.entries().get("name")).isEqualTo(new ConfigNode.Scalar("orders", new Location(file, 1, 1)));
        assertThat(root.entries().get("source"))
                .isInstanceOfSatisfying(
                        ConfigNode.Mapping.class,
                        source -> assertThat(source.entries().get("topics"))
                                .isInstanceOfSatisfying(
                                        ConfigNode.Sequence.class,
                                        topics -> assertThat(topics.elements())
                                                .element(1)
                                                .isEqualTo(new ConfigNode.Scalar("b", new Location(file, 2, 35)))));
        assertThat(root.entries().get("admin")).isInstanceOfSatisfying(ConfigNode.Mapping.class, admin -> {
            assertThat(admin.entries().get("port")).isEqualTo(new ConfigNode.Scalar("0080", new Location(file, 4, 3)));
            assertThat(admin.entries().get("host")).isInstanceOf(ConfigNode.Null.class);
        });
    }

    @Test
    void readsJsonWithTabsAndAByteOrderMark() throws IOException {
        ConfigNode.Mapping root = read("\uFEFF{\n\t\"workers\": 4,\n\t\"copyPurge\": true\n}\n");

        assertThat(root.entries().get("workers")).isInstanceOfSatisfying(ConfigNode.Scalar.class, scalar -> {
            assertThat(scalar.text()).isEqualTo("4");
            assertThat(scalar.location().line()).isEqualTo(2);
        });
        assertThat(root.entries().get("copyPurge"))
                .isInstanceOfSatisfying(
                        ConfigNode.Scalar.class,
                        scalar -> assertThat(scalar.text()).isEqualTo("true"));
    }

    @Test
    void reportsEveryKeyThatIsThereTwice() throws IOException {
        assertProblems("name: a\nname: b\nsink: {table: x, table: y}\n")
                .hasMessageContaining("file:2:1 'name' is there twice, first in line 1")
                .hasMessageContaining("file:3:18 'table' is there twice, first in line 3");
    }

    @Test
    void reportsWhereYamlIsBroken() throws IOException {
        assertProblems("name: [a\nsink: b\n")
                .hasMessageContaining("file:2:")
                .hasMessageContaining("is no valid YAML: ");
        assertProblems("name: a\n\tsink: b\n")
                .hasMessageContaining("file:2:1")
                .hasMessageContaining("is no valid YAML: ");
    }

    @Test
    void reportsWhereJsonIsBroken() throws IOException {
        assertProblems("{\n  \"name\": \"a\"\n  \"sink\": 1}")
                .hasMessageContaining("file:3:")
                .hasMessageContaining("is no valid JSON: ");
        assertProblems("{\n  \"name\": \"a\"").hasMessageContaining("is no valid JSON: ");
    }

    @Test
    void refusesAliasesAndSecondDocuments() throws IOException {
        assertProblems("a: &x {b: 1}\nc: *x\n").hasMessageContaining("file:2:1 *x is an alias; write the value out");
        assertProblems("a: 1\n---\nb: 1\n").hasMessageContaining("a second document starts here");
    }

    @Test
    void refusesWhatIsNoMapping() throws IOException {
        assertProblems("- a\n").hasMessageContaining("must hold options");
        assertProblems("just text").hasMessageContaining("must hold options");
        assertProblems("# nothing\n").hasMessageContaining("is empty");
        assertProblems("").hasMessageContaining("is empty");
    }

    @Test
    void namesTheFileThatCannotBeRead() throws IOException {
        assertThatThrownBy(() -> ConfigReader.read(folder.resolve("absent.yaml")))
                .isInstanceOf(ConfigException.class)
                .hasMessage(folder.resolve("absent.yaml") + " does not exist; name a pipeline file with -f FILE");
        assertThatThrownBy(() -> ConfigReader.read(folder)).hasMessage(folder + " is a folder; name the file");
        Path latin = folder.resolve("latin.yaml");
        Files.write(latin, "name: caf\u00E9".getBytes(StandardCharsets.ISO_8859_1));
        assertThatThrownBy(() -> ConfigReader.read(latin)).hasMessage(latin + " is not UTF-8 text");
    }

    private ConfigNode.Mapping read(String text) throws IOException {
        return ConfigReader.read(Files.writeString(folder.resolve("file"), text));
    }

    /** Each problem takes one line, whatever the parsers say. */
    private AbstractThrowableAssert<?, ?> assertProblems(String text) throws IOException {
        Path file = Files.writeString(folder.resolve("file"), text);
        return assertThatThrownBy(() -> ConfigReader.read(file))
                .isInstanceOfSatisfying(
                        ConfigException.class,
                        e -> assertThat(String.valueOf(e.getMessage()).lines())
                                .hasSize(e.problems().size())
                                .allMatch(line -> line.startsWith(file.toString())));
    }
}
