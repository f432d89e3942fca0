package org.lakeingest.engine.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.lakeingest.api.RejectStage;
import org.lakeingest.api.config.DataSize;
import org.lakeingest.api.config.Option;
import org.lakeingest.api.config.Secret;
import org.lakeingest.engine.ErrorPolicy;
import org.lakeingest.engine.MaxDeadLetterOptions;
import org.lakeingest.engine.OnErrorOptions;
import org.lakeingest.engine.PipelineOptions;
import org.lakeingest.engine.config.TestOptions.Load;

final class ConfigBinderTest {
    private final Nodes nodes = new Nodes();
    private final ConfigBinder binder = new ConfigBinder(Map.of("PASSWORD", "hush-hush", "ROWS", "0")::get);

    @Test
    void defaultsApplyWhereNothingIsWritten() {
        TestOptions options = bind("table", "t");

        assertThat(problems()).isEmpty();
        assertThat(options)
                .isEqualTo(new TestOptions(
                        "t",
                        URI.create("http://localhost/"),
                        Load.STAGED_COPY,
                        Duration.ofMinutes(5),
                        Optional.empty(),
                        List.of(),
                        List.of(1, 2),
                        Optional.empty(),
                        0.5,
                        true,
                        Map.of(),
                        new TestOptions.Batch(50_000, DataSize.parse("64MB"), 1),
                        List.of()));
    }

    @Test
    void aSectionMayBeWrittenAsTheOneValueThatStandsForIt() {
        PipelineOptions one = Objects.requireNonNull(binder.bind(
                nodes.map("on-error", "dead-letter", "max-dead-letters", "2.5"), PipelineOptions.class, ""));
        PipelineOptions some = Objects.requireNonNull(binder.bind(
                nodes.map("on-error", nodes.map("default", "skip", "load", "fail")), PipelineOptions.class, ""));

        assertThat(problems()).isEmpty();
        assertThat(one.onError()).isEqualTo(OnErrorOptions.all(ErrorPolicy.DEAD_LETTER));
        assertThat(one.maxDeadLetters()).isEqualTo(new MaxDeadLetterOptions(2.5, 10_000));
        assertThat(some.onError().policy(RejectStage.KEY)).isEqualTo(ErrorPolicy.SKIP);
        assertThat(some.onError().policy(RejectStage.LOAD)).isEqualTo(ErrorPolicy.FAIL);
        assertThat(binder.bind(nodes.map("on-error", "often"), PipelineOptions.class, ""))
                .isNull();
        assertThat(problems()).singleElement().asString().contains("on-error.default", "fail, dead-letter, skip");
    }

    @Test
    void everyTypeIsReadFromItsText() {
        TestOptions options = Objects.requireNonNull(binder.bind(scalars(), TestOptions.class, ""));

        assertThat(problems()).isEmpty();
        assertThat(options.dsn()).isEqualTo(URI.create("https://h:1/x"));
        assertThat(options.load()).isEqualTo(Load.STREAMING);
        assertThat(options.timeout()).isEqualTo(Duration.ofMillis(500));
        assertThat(options.password()).contains(new Secret("hush-hush"));
        assertThat(options.ports()).containsExactly(7, 8);
        assertThat(options.directory()).contains(Path.of("/tmp/x"));
        assertThat(options.ratio()).isEqualTo(0.001);
        assertThat(options.check()).isFalse();
    }

    private ConfigNode.Mapping scalars() {
        Map<String, ConfigNode> entries = new LinkedHashMap<>();
        String[] texts = {
            "table=t",
            "dsn=https://h:1/x",
            "load=Streaming",
            "timeout=500ms",
            "password=${env:PASSWORD}",
            "ports=7, 8",
            "directory=/tmp/x",
            "ratio=1e-3",
            "check=FALSE"
        };
        for (String text : texts) {
            int at = text.indexOf('=');
            entries.put(text.substring(0, at), new ConfigNode.Scalar(text.substring(at + 1), Location.of("test")));
        }
        return new ConfigNode.Mapping(entries, Location.of("test"));
    }

    @Test
    void sectionsListsAndSettingsPassedThroughAreRead() {
        ConfigNode.Mapping client = nodes.map("a.b", "1", "c", nodes.map("d", "2", "e", nodes.list("x", "y")));
        ConfigNode.Mapping batch = nodes.map("max-rows", "7", "max-bytes", "1KB", "max", "9");
        ConfigNode.Sequence steps = nodes.list(nodes.map("name", "first"), nodes.map("name", "second"));
        TestOptions options = Objects.requireNonNull(bind(
                "table",
                "t",
                "topics",
                nodes.list("a", "b"),
                "client",
                client,
                "client.f",
                null,
                "batch",
                batch,
                "steps",
                steps));

        assertThat(problems()).isEmpty();
        assertThat(options.topics()).containsExactly("a", "b");
        assertThat(options.client()).isEqualTo(Map.of("a.b", "1", "c.d", "2", "c.e", "x,y", "f", ""));
        assertThat(options.batch()).isEqualTo(new TestOptions.Batch(7, new DataSize(1024), 9));
        assertThat(options.steps()).extracting(TestOptions.Step::name).containsExactly("first", "second");
    }

    @ParameterizedTest
    @CsvSource({"500ms, 500", "5s, 5000", "10m, 600000", "2h, 7200000", "1d, 86400000", "3 s, 3000"})
    void durationsHaveUnits(String text, long millis) {
        assertThat(TextValue.parse(Duration.class, text)).isEqualTo(Duration.ofMillis(millis));
    }

    @Test
    void aDurationFitsIntoNanoseconds() {
        assertThat(TextValue.parse(Duration.class, "36500d")).isEqualTo(Duration.ofDays(36_500));
        for (String longer : List.of("36501d", "99999999999999d", "999999999999999999d")) {
            assertThatThrownBy(() -> TextValue.parse(Duration.class, longer))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("is too long a duration; at most 36500d");
        }
    }

    @Test
    void allProblemsOfAllSectionsComeTogether() {
        ConfigNode.Mapping first = nodes.map(
                "tabel",
                "t",
                "timeout",
                "5",
                "load",
                "fast",
                "ports",
                "1,x",
                "check",
                "maybe",
                "batch",
                nodes.map("max-rows", "0", "max-bytes", "0B", "max", "12345678901234567890"));
        ConfigNode.Mapping second = nodes.map("nothing-like-it", "1", "name", nodes.map("a", "b"));
        binder.bind(first, TestOptions.class, "sink");
        binder.bind(second, TestOptions.Step.class, "transformers[0]");

        assertThat(problems())
                .containsExactly(
                        "pipeline.yaml:10:3 sink.table: is required",
                        "pipeline.yaml:7:3 sink.load: 'fast' is not one of staged-copy, streaming",
                        "pipeline.yaml:6:3 sink.timeout: '5' is not a duration; write a number and ms, s, m, h or d, like 5m",
                        "pipeline.yaml:8:3 sink.ports: '1,x' is not a whole number of at most 2147483647",
                        "pipeline.yaml:9:3 sink.check: 'maybe' is neither true nor false",
                        "pipeline.yaml:3:3 sink.batch.max: '12345678901234567890' is not a whole number of at most 19 digits",
                        "pipeline.yaml:1:3 sink.batch.max-rows: must be between 1 and 10000000, is 0",
                        "pipeline.yaml:2:3 sink.batch.max-bytes: must be at least 1B",
                        "pipeline.yaml:5:3 sink.tabel: unknown option; did you mean 'table'?",
                        "pipeline.yaml:12:3 transformers[0].name: needs one value: text",
                        "pipeline.yaml:13:3 transformers[0].nothing-like-it: unknown option; there are name");
    }

    @Test
    void shapeThatDoesNotFitIsNamed() {
        bind("table", nodes.list("a"), "topics", nodes.map("a", "b"), "client", "x", "batch", "y", "steps", "z");

        assertThat(problems())
                .containsExactly(
                        "pipeline.yaml:2:3 table: needs one value: text",
                        "pipeline.yaml:4:3 topics: is a list; write [a, b], or one element per line after a dash",
                        "pipeline.yaml:5:3 client: holds settings; write name: value below it",
                        "pipeline.yaml:6:3 batch: is a section; write its options below it",
                        "pipeline.yaml:7:3 steps: is a list; write [a, b], or one element per line after a dash");
    }

    @Test
    void keyWithoutAValueIsLikeNone() {
        assertThat(bind("table", "t", "timeout", null, "topics", null, "client", null, "batch", null))
                .isNotNull();
        assertThat(problems()).isEmpty();
        binder.bind(nodes.map("table", null), TestOptions.class, "sink");
        assertThat(problems()).singleElement().asString().endsWith("sink.table: has no value");
    }

    @Test
    void formerNameWorksWithAWarning() {
        TestOptions options = bind("target", "t");

        assertThat(options).isNotNull().extracting(TestOptions::table).isEqualTo("t");
        assertThat(binder.warnings())
                .extracting(ConfigProblem::toString)
                .containsExactly("pipeline.yaml:1:3 target: is now called 'table'");
        bind("target", "t", "table", "t");
        assertThat(problems()).singleElement().asString().contains("former name of 'table', which is set too");
    }

    @Test
    void settingDottedAndNestedAtOnceIsRefused() {
        bind("table", "t", "client", nodes.map("a.b", "1", "a", nodes.map("b", "2")), "client.a.b", "3");

        assertThat(problems()).isNotEmpty().allMatch(text -> text.contains("client.a.b: is set twice"));
    }

    @Test
    void keysOfSomebodyElseAreLeftAlone() {
        ConfigNode.Mapping section = nodes.map("type", "x", "name", "n", "typo", "x");
        binder.bind(section, TestOptions.Step.class, "", Set.of("type"));

        assertThat(problems()).containsExactly("pipeline.yaml:3:3 typo: unknown option; did you mean 'type'?");
    }

    @Test
    void problemsNeverShowASecretOrWhatAReferenceStandsFor() {
        ConfigBinder careful = new ConfigBinder(Map.of("PW", "hush-hush", "BAD", "refused", "N", "0")::get);
        careful.bind(
                nodes.map(
                        "table",
                        "${env:BAD}",
                        "dsn",
                        "http://me:${env:PW}@host:x y",
                        "password",
                        "in-the-open",
                        "timeout",
                        "${env:PW}",
                        "batch",
                        nodes.map("max-rows", "${env:N}")),
                TestOptions.class,
                "sink");
        careful.bind(nodes.map("table", "t", "dsn", "http://me:plain-secret@host y"), TestOptions.class, "other");

        List<String> shown =
                careful.problems().stream().map(ConfigProblem::toString).toList();
        assertThat(shown)
                .anyMatch(text -> text.endsWith("sink.table: must not be ******"))
                .anyMatch(text -> text.contains("sink.timeout: '${env:PW}' is not a duration"))
                .anyMatch(text -> text.endsWith("sink.batch.max-rows: must be between 1 and 10000000, is ******"))
                .anyMatch(text -> text.contains("http://me:******@host"))
                .noneMatch(text -> text.contains("hush") || text.contains("refused") || text.contains("plain-secret"));
        assertThat(careful.warnings()).singleElement().asString().contains("sink.password: is a secret in plain text");
        assertThat(careful.settings().toString()).doesNotContain("hush", "in-the-open", "plain-secret");
    }

    @Test
    void settingsInForceAreListedWithTheirOrigin() {
        bind(
                "table",
                "t",
                "dsn",
                "http://me:pw@host/?token=abc&a=b",
                "password",
                "${env:PASSWORD}",
                "client",
                nodes.map("sasl.jaas.config", "user=me", "fetch.min.bytes", "1"));

        assertThat(ConfigReference.effective(binder.settings()).stream().map(String::stripTrailing))
                .contains(
                        "table                    t                                        pipeline.yaml:4:3",
                        "dsn                      http://me:******@host/?token=******&a=b  pipeline.yaml:5:3",
                        "load                     staged-copy                              default",
                        "password                 ******                                   pipeline.yaml:6:3",
                        "client.sasl.jaas.config  ******                                   pipeline.yaml:1:3",
                        "batch.max-rows           50000                                    default");
    }

    @Test
    void recordWithoutDeclarationsIsABug() {
        record Bare(String text) {}
        record Odd(@Option(name = "x", description = "X.") Thread thread) {}
        record Twice(
                @Option(name = "x", description = "X.") String a,

                @Option(name = "y", formerNames = "x", description = "Y.")
                String b) {}

        assertThatThrownBy(() -> binder.bind(nodes.map(), Bare.class, "")).hasMessageContaining("text has no @Option");
        assertThatThrownBy(() -> binder.bind(nodes.map(), Odd.class, "")).hasMessageContaining("no type for an option");
        assertThatThrownBy(() -> binder.bind(nodes.map(), Twice.class, "")).hasMessageContaining("declared twice");
    }

    private @Nullable TestOptions bind(@Nullable Object... entries) {
        return binder.bind(nodes.map(entries), TestOptions.class, "");
    }

    private List<String> problems() {
        return binder.problems().stream().map(ConfigProblem::toString).toList();
    }
}
