package org.lakeingest.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.lakeingest.app.flat.LogrusLine;

@ExtendWith(LogsAtInfo.class)
class DropInCommandTest {
    private static final String FLAT =
            "{\"databendDSN\": \"http://lake:p$x@localhost:8002\", \"lakeTable\": \"default.orders\","
                    + " \"KafkaConsumerGroup\": \"g: \\\"q\\\"\", \"kafkaTopic\": \"t\", \"dataFormat\": \"json\", \"MinBytes\": 5}";

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @TempDir
    @SuppressWarnings("NullAway.Init") // injected
    private Path folder;

    @Test
    void printsTheVersionAsTheOriginal() {
        assertThat(run("bend-ingest-kafka", "--version")).isZero();
        assertThat(out.toString()).startsWith("bend-ingest-kafka version ");
    }

    @Test
    void endsWithTwoAndOneLineForAFlagItDoesNotKnow() {
        assertThat(run("bend-ingest-kafka", "-batch-siz=1")).isEqualTo(2);
        assertThat(err.toString().strip())
                .endsWith(" level=fatal msg=\"flag provided but not defined: -batch-siz; did you mean -batch-size?\"");
    }

    @Test
    void complainsAboutAKeyOfTheFileAndNotAboutTheOptionItBecomes() throws IOException {
        String none = FLAT.replace("\"kafkaTopic\": \"t\"", "\"KAFKATOPIC\": \"\"");
        assertThat(run("bend-ingest-kafka", "-f", file("conf.json", none))).isEqualTo(2);
        assertThat(err.toString().strip().lines())
                .singleElement()
                .asString()
                .endsWith(" KAFKATOPIC: must not be blank\"");

        String wrong = FLAT.replace("http://lake:p$x@", "htp://lake:secret-word@");
        assertThat(run("validate", "-f", file("conf.json", wrong))).isEqualTo(2);
        assertThat(err.toString())
                .containsPattern("ingest: \\S+conf.json:1:\\d+ databendDSN: .*the scheme htp is unknown; write http ")
                .doesNotContain("secret-word");
    }

    @Test
    void complainsInTheFormOfTheFileThatIsRun() throws IOException {
        String broken = file("conf.json", FLAT.replace("\"default.orders\",", "\"default.orders\""));
        assertThat(run("run", "-f", broken)).isEqualTo(2);
        String mistyped = file("conf.json", FLAT.replace("5}", "\"x\"}"));
        assertThat(run("run", "-f", mistyped)).isEqualTo(2);
        assertThat(run("bend-ingest-kafka", "--log-level", "LOUD", "-f", mistyped))
                .isEqualTo(2);

        assertThat(err.toString().lines())
                .hasSize(3)
                .allMatch(line -> line.matches("time=\"\\S+\" level=fatal msg=\".*"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"validate -f", "convert", "version"})
    void failsWhenWhatItPrintsCannotBeWritten(String command) throws IOException {
        String file = file("conf.json", FLAT);
        String[] words = (command.equals("version") ? command : command + " " + file).split(" ", -1);
        PrintWriter full = new PrintWriter(new Writer() {
            @Override
            public void write(char[] text, int offset, int length) throws IOException {
                throw new IOException("No space left on device");
            }

            @Override
            public void flush() {}

            @Override
            public void close() {}
        });

        assertThat(IngestMain.run(words, new Stop(), full, new PrintWriter(err, true)))
                .isEqualTo(1);
        assertThat(err.toString()).contains("ingest: standard output cannot be written");
    }

    @Test
    void tellsWhatIsWrongWithAFileInTheFormOfItsLog() throws IOException {
        String file = file("conf.json", FLAT.replace("5}", "\"x\"}"));

        assertThat(run("bend-ingest-kafka", "-f", file)).isEqualTo(2);
        assertThat(err.toString()).contains("level=fatal msg=\"").contains("MinBytes: must be a whole number");
    }

    @Test
    void endsWithTwoWhenTheFileIsMissingOrTheDsnUnreadable() throws IOException {
        assertThat(run("bend-ingest-kafka", "-f", folder.resolve("none.json").toString()))
                .isEqualTo(2);
        String file = file("conf.json", FLAT.replace("http://lake:p$x@localhost:8002", "localhost:8000"));
        assertThat(run("bend-ingest-kafka", "-f", file)).isEqualTo(2);
        assertThat(err.toString()).contains("it must start with http://, https:// or databend://");
    }

    @Test
    void convertsIntoAFileThatBindsAndMeansTheSame() throws IOException {
        String file = file("conf.json", FLAT);
        assertThat(run("convert", file)).as(err.toString()).isZero();
        String pipeline = out.toString();
        assertThat(pipeline)
                .contains("# dataFormat has no effect")
                .contains(
                        "  # databendDSN: address and credentials of the lake\n  dsn: \"http://lake:p$x@localhost:8002\"")
                .contains("# MinBytes: ")
                .contains("# batchSize, its default: ");

        String converted = file("pipeline.yaml", pipeline);
        assertThat(run("validate", "-f", converted)).as(err.toString()).isZero();
        assertThat(out.toString()).contains("g: \"q\"");
    }

    @Test
    void refusesToConvertAPipelineFile() throws IOException {
        assertThat(run("convert", file("p.yaml", "name: x\nsource: {type: kafka}\n")))
                .isEqualTo(2);
        assertThat(err.toString()).contains("is a pipeline file, not a flat one");
    }

    @Test
    void logLineIsThatOfLogrusAndStaysOneLine() {
        assertThat(LogrusLine.format(Instant.EPOCH, "info", "a \"b\"\n\\c"))
                .matches("time=\"19\\d\\d-\\d\\d-\\d\\dT\\S+\" level=info msg=\"a \\\\\"b\\\\\"\\\\n\\\\\\\\c\"");
    }

    private int run(String... arguments) {
        return IngestMain.run(arguments, new Stop(), new PrintWriter(out, true), new PrintWriter(err, true));
    }

    private String file(String name, String text) throws IOException {
        return Files.writeString(folder.resolve(name), text).toString();
    }
}
