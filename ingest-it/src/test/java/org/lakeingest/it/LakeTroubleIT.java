package org.lakeingest.it;

import static java.util.concurrent.TimeUnit.MINUTES;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.lakeingest.it.support.IngestProcess;
import org.lakeingest.it.support.Run;
import org.lakeingest.it.support.Services;
import org.lakeingest.it.support.SharedServices;
import org.lakeingest.sandbox.LoadGenerator;
import org.lakeingest.sandbox.Topics;
import org.lakeingest.sandbox.lake.LakeFaults;
import org.lakeingest.sandbox.lake.LakeOptions;
import org.lakeingest.sandbox.lake.LocalLake;

/** What a user sees when the lake refuses: one line and an exit code at the start, waiting and a reason later. */
final class LakeTroubleIT {
    private static final long MESSAGES = 2_000;

    @TempDir
    Path folder;

    @SuppressWarnings("NullAway.Init") // set before each test
    private LocalLake lake;

    @SuppressWarnings("NullAway.Init") // set before each test
    private Run run;

    @BeforeEach
    void start() {
        lake = LocalLake.start(LakeOptions.inMemory());
        run = new Run(
                Services.of(SharedServices.of(Services.Kind.EMBEDDED).bootstrapServers(), lake.dsn()),
                "trouble",
                folder);
        run.createTopic(2);
    }

    @AfterEach
    void stop() {
        lake.faults().clear();
        run.close();
        lake.close();
    }

    private Path pipeline(String sinkSettings) {
        return run.pipeline(1, "", sinkSettings);
    }

    private Path with(Path pipeline, String from, String to) throws IOException {
        return run.file("changed.yaml", Files.readString(pipeline).replace(from, to));
    }

    private void fails(Path pipeline, int exitCode, String... named) {
        try (IngestProcess ingest = run.ingest(pipeline)) {
            int code = ingest.exitCode();
            assertThat(ingest.output()).contains(named).doesNotContain("\tat ").doesNotContain("Exception");
            assertThat(code).as(ingest.output()).isEqualTo(exitCode);
        }
    }

    @Test
    void aTableWithOtherColumnsIsNamed() {
        run.services().lake().rows("CREATE TABLE " + run.table() + " (a INT)");

        fails(pipeline(""), 2, "LAKE_TABLE_UNFIT", run.table());
    }

    @Test
    void namesThatDoNotExistAreNamed() throws IOException {
        fails(with(pipeline(""), ", table: default.", ", table: nowhere."), 2, "LAKE_OBJECT_MISSING", "nowhere");
        fails(pipeline(", stage: landing"), 2, "LAKE_OBJECT_MISSING", "landing");
        fails(pipeline(", create-table: false"), 2, "LAKE_OBJECT_MISSING", run.table());
    }

    @Test
    void aUserWhoMayCreateNoLedgerIsToldBothWaysOut() throws IOException {
        lake.faults()
                .on("/v1/query")
                .whenSql("CREATE TABLE `default`.`ingest_ledger`")
                .answerCode(1063, "Permission denied: privilege [Create] is required on 'default'.'default'");
        run.produce(0, MESSAGES, 2);
        Path byDefault = with(pipeline(""), "ledger: {table: " + run.ledger() + "}", "ledger: {table: ingest_ledger}");

        fails(
                byDefault,
                2,
                "LAKE_PERMISSION",
                "ingest_ledger",
                "let the user create it, or set delivery: at-least-once");
    }

    @Test
    void aSecondPipelineOfThatNameInAnotherGroupIsRefused() throws IOException {
        Path first = pipeline(", load: copy");
        try (IngestProcess ingest = run.ingest(first)) {
            ingest.awaitRunning();
            Path second = run.file(
                    "second.yaml",
                    Files.readString(first)
                            .replace("group-id: " + run.group(), "group-id: others")
                            .replaceAll("admin: .*", "admin: {port: 0}"));

            fails(second, 2, "LAKE_LEDGER_FOREIGN", "consumer group " + run.group(), "others", "SET targets = ''");
            ingest.terminate();
            assertThat(ingest.exitCode()).as(ingest.output()).isZero();
        }
    }

    /** The group's positions say that there was one, and nothing else does. */
    @Test
    void aLedgerThatIsDroppedIsMissedWhileItRunsAndAtTheNextStart() {
        Path pipeline = pipeline(", load: copy");
        try (IngestProcess ingest = run.ingest(pipeline)) {
            run.produce(0, MESSAGES, 2);
            await().atMost(2, MINUTES).until(run::rows, rows -> rows == MESSAGES);
            await().atMost(1, MINUTES).until(run::lag, lag -> lag == 0);
            run.services().lake().rows("DROP TABLE " + run.ledger());
            run.produce(MESSAGES, MESSAGES, 2);
            assertThat(ingest.exitCode()).as(ingest.output()).isEqualTo(2);
            assertThat(ingest.output())
                    .contains("LAKE_TABLE_REPLACED", "UNDROP TABLE")
                    .doesNotContain("create it");
        }
        try (IngestProcess again = run.ingest(pipeline)) {
            await().atMost(2, MINUTES).until(run::rows, rows -> rows == 2 * MESSAGES);
            assertThat(again.lines("KEPT_POSITIONS_GONE")).as(again.output()).isPositive();
            again.terminate();
            assertThat(again.exitCode()).as(again.output()).isZero();
        }
        assertThat(run.distinct()).isEqualTo(2 * MESSAGES);
    }

    @Test
    void aUserWhoMayOnlyReadIsNamedByTheFirstLoad() {
        lake.faults()
                .on("/v1/query")
                .whenSql("COPY INTO")
                .answerCode(1063, "Permission denied: privilege [Insert] is required on 'default'.'default'.'t'");
        run.produce(0, MESSAGES, 2);

        fails(pipeline(""), 2, "LAKE_PERMISSION", "privilege [Insert] is required", "grant the user");
    }

    @Test
    void aProxyWithoutALakeBehindItIsTriedUntilTheStartTimesOut() throws IOException {
        lake.faults().on("/v1/query").answerStatus(502);
        Path pipeline = pipeline("");
        Files.writeString(pipeline, "start-timeout: 3s\n", StandardOpenOption.APPEND);

        fails(pipeline, 1, "502", "start-timeout");
    }

    private String ready() {
        return IngestProcess.page(run.adminPort(), "/health/ready");
    }

    private void waitsAndGoesOn(Path pipeline, Consumer<LakeFaults> trouble, String... named) {
        try (IngestProcess ingest = run.ingest(pipeline)) {
            run.produce(0, MESSAGES, 2);
            await().atMost(2, MINUTES).until(run::rows, rows -> rows == MESSAGES);
            trouble.accept(lake.faults());
            run.produce(MESSAGES, MESSAGES, 2);
            await().atMost(1, MINUTES).untilAsserted(() -> assertThat(ready()).contains(named));
            long lines = ingest.lines("partitions waiting until somebody acts");
            assertThat(lines).as("one line, not one for every try").isEqualTo(1);
            lake.faults().clear();
            await().atMost(1, MINUTES).until(run::rows, rows -> rows == 2 * MESSAGES);
            await().atMost(1, MINUTES).untilAsserted(() -> assertThat(ready()).doesNotContain("wait"));
            ingest.terminate();
            assertThat(ingest.exitCode()).as(ingest.output()).isZero();
        }
        assertThat(run.distinct()).isEqualTo(2 * MESSAGES);
    }

    @Test
    void credentialsThatAreRefusedWhileRunningAreWaitedFor() {
        waitsAndGoesOn(
                pipeline(""),
                faults -> faults.on("/v1/").answerStatus(401),
                "partitions wait until somebody acts",
                "LAKE_CREDENTIALS_REFUSED");
    }

    @Test
    void aFullDiskIsWaitedFor() {
        waitsAndGoesOn(
                pipeline(""),
                faults -> faults.on("/v1/query")
                        .whenSql("COPY INTO")
                        .answerCode(4000, "write: No space left on device (os error 28)"),
                "LAKE_STORAGE_FULL",
                "No space left");
    }

    @Test
    void oneBadTableLetsTheOthersBeLoaded() throws IOException {
        String other = run.topic() + ".Other-1";
        try (Topics topics = run.services().topics()) {
            topics.create(other, 1);
        }
        run.services().lake().rows("CREATE TABLE default.`" + other + "` (a INT)");
        try (IngestProcess ingest = run.ingest(intoATableEach(other))) {
            ingest.awaitRunning();
            new LoadGenerator(
                            new LoadGenerator.Options(run.services().bootstrapServers(), other, 0, 100, 1, 0, Map.of()))
                    .run();
            run.produce(0, MESSAGES, 2);
            await().atMost(2, MINUTES).until(run::rows, rows -> rows == MESSAGES);
            await().atMost(1, MINUTES).untilAsserted(() -> assertThat(ready()).contains("LAKE_TABLE_PAUSED", other));
            run.produce(MESSAGES, MESSAGES, 2);
            await().atMost(1, MINUTES).until(run::rows, rows -> rows == 2 * MESSAGES);
            await().atMost(1, MINUTES).until(run::lag, lag -> lag == 0);
            run.services().lake().rows("DROP TABLE default.`" + other + "`");
            await().atMost(1, MINUTES).until(() -> rowsOf(other), rows -> rows == 100);
        } finally {
            try (Topics topics = run.services().topics()) {
                topics.delete(other);
            }
        }
    }

    private Path intoATableEach(String other) throws IOException {
        String text = Files.readString(pipeline(", on-table-error: pause-table"))
                .replace(", table: " + run.table(), ", table: \"default.${topic}\"")
                .replace("topics: [", "topics: [\"" + other + "\", ");
        return run.file("both.yaml", text);
    }

    /** 0 while there is no such table. */
    private long rowsOf(String table) {
        boolean there =
                run.services().lake().number("SELECT count(*) FROM system.tables WHERE name = '" + table + "'") == 1;
        return there ? run.services().lake().number("SELECT count(*) FROM default.`" + table + "`") : 0;
    }
}
