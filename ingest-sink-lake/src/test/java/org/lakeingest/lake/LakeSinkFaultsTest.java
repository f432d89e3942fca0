package org.lakeingest.lake;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import mockwebserver3.MockResponse;
import mockwebserver3.SocketEffect;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.lakeingest.api.ErrorKind;
import org.lakeingest.api.IngestException;
import org.lakeingest.api.SinkWriter;
import org.lakeingest.api.WriteBatch;

/** What the sink reports, and what it sends again, when the lake misbehaves. */
class LakeSinkFaultsTest {
    @SuppressWarnings("NullAway.Init") // set before each test
    private ScriptedLake lake;

    @SuppressWarnings("NullAway.Init") // set before each test
    private SinkFixture fixture;

    private final RecordingListener listener = new RecordingListener();
    private final WriteBatch batch = Batches.documents(0, 0, 10);

    @BeforeEach
    void start() throws IOException {
        lake = new ScriptedLake();
        fixture = new SinkFixture(lake.dsn(), "default.orders");
    }

    @AfterEach
    void stop() {
        fixture.close();
        lake.close();
    }

    private RecordingListener write(SinkWriter writer, WriteBatch... batches) {
        RecordingListener again = new RecordingListener();
        writer.write(List.of(batches), again);
        return again.await(batches.length);
    }

    private static String fileOf(WriteBatch only) {
        FilePacker packer = new FilePacker(TableRouter.to(new TableName("default", "orders")), true, null);
        return packer.pack(List.of(only), new LoadedParts())
                .files()
                .get(0)
                .file()
                .name();
    }

    private void loseAnswers(String match, int count) {
        for (int i = 0; i < count; i++) {
            lake.loseAnswer(match);
        }
    }

    private long uploads() {
        return lake.requests.stream()
                .filter(request -> ScriptedLake.UPLOAD.equals(request.getTarget()))
                .count();
    }

    @Test
    void copyNamesTheFileAndEveryOptionThatMatters() {
        write(fixture.writer(), batch);

        assertThat(lake.executed)
                .anySatisfy(sql -> assertThat(sql)
                        .matches("COPY INTO `default`\\.`orders` \\(`uuid`, `koffset`, `kpartition`, `raw_data`,"
                                + " `record_metadata`, `add_time`\\) FROM @~/test-pipeline/[0-9a-f]{32}/"
                                + " FILES=\\('[0-9a-f]{32}.parquet'\\)"
                                + " FILE_FORMAT=\\(TYPE=PARQUET MISSING_FIELD_AS=FIELD_DEFAULT\\)"
                                + " PURGE=true FORCE=false ON_ERROR=ABORT COLUMN_MATCH_MODE=CASE_SENSITIVE"));
    }

    @Test
    void aCopyWhoseAnswerIsLostForGoodIsIndeterminateAndSettledByTheRetry() {
        loseAnswers("COPY", 4);
        SinkWriter writer = fixture.writer();

        IngestException lost = write(writer, batch).failure(batch);
        RecordingListener second = write(writer, batch);

        assertThat(lost.code().kind()).isEqualTo(ErrorKind.INDETERMINATE);
        assertThat(lost).hasMessageContaining("default.orders").hasMessageContaining("orders-0 [0, 10)");
        assertThat(second.isDurable(batch)).isTrue();
        assertThat(uploads())
                .as("the file must not change while a load may read it")
                .isEqualTo(1);
        assertThat(lake.executedWith("REMOVE")).isEqualTo(1);
    }

    @Test
    void aLoadedFileThatThePurgeTookIsUploadedAgainToAskTheLakesRecord() {
        loseAnswers("COPY", 4);
        SinkWriter writer = fixture.writer();
        write(writer, batch);
        lake.next("COPY", ScriptedLake.json(ScriptedLake.error(3001, "entity not found")));

        assertThat(write(writer, batch).isDurable(batch)).isTrue();
        assertThat(uploads()).isEqualTo(2);
        assertThat(lake.executedWith("REMOVE")).isEqualTo(1);
    }

    @Test
    void aRetryThatMeetsItsOwnEarlierAttemptIsDurable() {
        loseAnswers("COPY", 4);
        SinkWriter writer = fixture.writer();
        write(writer, batch);
        lake.next("COPY", ScriptedLake.json(ScriptedLake.error(2014, "DuplicatedUpsertFiles")));

        assertThat(write(writer, batch).isDurable(batch)).isTrue();
    }

    @Test
    void anUnsettledGroupIsPackedTheSameWayWhenItComesAgainAmongOthers() {
        WriteBatch other = Batches.documents(1, 0, 10);
        loseAnswers("COPY", 4);
        SinkWriter writer = fixture.writer();
        write(writer, batch);

        RecordingListener second = write(writer, batch, other);

        assertThat(second.isDurable(batch)).isTrue();
        assertThat(second.isDurable(other)).isTrue();
        assertThat(lake.executedWith("COPY"))
                .as("one for the first group, again, and one for the other")
                .isEqualTo(3);
    }

    @Test
    void noRowsWithoutAnEarlierAttemptIsAnError() {
        lake.next("COPY", ScriptedLake.json(ScriptedLake.succeeded("[]", "[]")));

        IngestException reason = write(fixture.writer(), batch).failure(batch);

        assertThat(reason.code()).isEqualTo(LakeErrorCode.LAKE_ROWS_DIFFER);
        assertThat(reason).hasMessageContaining("loaded 0 rows").hasMessageContaining("has 10");
    }

    @Test
    void anotherNumberOfRowsIsAnError() {
        lake.rowsInFiles = 9;

        assertThat(write(fixture.writer(), batch).failure(batch).code()).isEqualTo(LakeErrorCode.LAKE_ROWS_DIFFER);
    }

    @Test
    void aLostAnswerInsideTheSafeWindowIsNoFailure() {
        loseAnswers("COPY", 1);

        assertThat(write(fixture.writer(), batch).isDurable(batch)).isTrue();
        assertThat(lake.executedWith("COPY")).isEqualTo(1);
    }

    @Test
    void aBusyLakeIsTransientAndTheRetryUploadsUnderTheSameName() {
        lake.next("COPY", ScriptedLake.json(ScriptedLake.error(1041, "too many")));
        SinkWriter writer = fixture.writer();

        assertThat(write(writer, batch).failure(batch).code()).isEqualTo(LakeErrorCode.LAKE_BUSY);
        assertThat(write(writer, batch).isDurable(batch)).isTrue();
        assertThat(lake.requests.stream()
                        .filter(request -> ScriptedLake.UPLOAD.equals(request.getTarget()))
                        .map(request -> request.getBody().utf8().replaceAll("(?s).*filename=\"([^\"]*)\".*", "$1"))
                        .distinct())
                .hasSize(1);
    }

    @Test
    void aFailureDoomsWhatWasHandedOverBehindItAndNothingElse() {
        lake.next("FILES=('" + fileOf(batch), request -> {
            Awaitility.await().until(() -> uploads() == 3);
            return ScriptedLake.json(ScriptedLake.error(4001, "conflict"));
        });
        WriteBatch behind = Batches.documents(0, 10, 10);
        WriteBatch beside = Batches.documents(1, 0, 10);
        SinkWriter writer = fixture.writer();

        writer.write(List.of(batch), listener);
        writer.write(List.of(behind), listener);
        writer.write(List.of(beside), listener);
        listener.await(3);

        assertThat(listener.failure(batch).code()).isEqualTo(LakeErrorCode.LAKE_CONFLICT);
        assertThat(listener.failure(behind).code()).isEqualTo(LakeErrorCode.LAKE_NOT_APPLIED);
        assertThat(listener.isDurable(beside)).isTrue();
        assertThat(write(writer, batch).isDurable(batch)).isTrue();
        assertThat(write(writer, behind).isDurable(behind)).isTrue();
    }

    @Test
    void theNextGroupIsUploadedWhileTheOneBeforeIsLoaded() {
        lake.next("COPY", request -> {
            Awaitility.await().until(() -> uploads() == 2);
            return lake.ordinary(request);
        });
        WriteBatch behind = Batches.documents(0, 10, 10);
        SinkWriter writer = fixture.writer();

        writer.write(List.of(batch), listener);
        writer.write(List.of(behind), listener);

        assertThat(listener.await(2).order()).containsExactly(batch, behind);
    }

    @Test
    void everyLoadOverlapsTheUploadBehindIt() {
        int groups = 6;
        for (int i = 1; i < groups; i++) {
            int uploaded = i + 1;
            lake.next("COPY", request -> {
                Awaitility.await().until(() -> uploads() >= uploaded);
                return lake.ordinary(request);
            });
        }
        SinkWriter writer = fixture.writer();
        List<WriteBatch> batches = new ArrayList<>();
        for (int i = 0; i < groups; i++) {
            batches.add(Batches.documents(0, 10 * i, 10));
            writer.write(List.of(batches.get(i)), listener);
        }

        assertThat(listener.await(groups).order()).isEqualTo(batches);
    }

    @Test
    void aBatchRefusedAloneIsARecordErrorWithoutTheRecordsContent() {
        lake.next(
                "COPY",
                ScriptedLake.json(
                        ScriptedLake.error(1046, "bad value 'secret'").replace("\"data\"", "\"x\":0,\"data\"")));

        IngestException reason = write(fixture.writer(), batch).failure(batch);

        assertThat(reason.code()).isEqualTo(LakeErrorCode.LAKE_DATA_REFUSED);
        assertThat(reason.code().kind()).isEqualTo(ErrorKind.RECORD);
        assertThat(reason)
                .hasMessageContaining("1046")
                .hasMessageContaining("orders-0 [0, 10)")
                .hasMessageNotContaining("secret");
    }

    @Test
    void closingCancelsAndGivesEveryBatchItsOutcome() {
        lake.next(
                "COPY",
                new MockResponse.Builder()
                        .onResponseStart(SocketEffect.Stall.INSTANCE)
                        .build());
        WriteBatch behind = Batches.documents(0, 10, 10);
        SinkWriter writer = fixture.writer();
        writer.write(List.of(batch), listener);
        writer.write(List.of(behind), listener);
        Awaitility.await()
                .until(() -> lake.requests.stream()
                        .anyMatch(request -> request.getBody() != null
                                && request.getBody().utf8().contains("COPY")));

        writer.close();

        assertThat(listener.count()).isEqualTo(2);
        assertThat(listener.failure(batch).code().kind()).isEqualTo(ErrorKind.INDETERMINATE);
        assertThat(listener.failure(behind).code().kind()).isEqualTo(ErrorKind.TRANSIENT);
        RecordingListener late = new RecordingListener();
        writer.write(List.of(behind), late);
        assertThat(late.await(1).failure(behind).code()).isEqualTo(LakeErrorCode.LAKE_CLOSED);
    }

    @Test
    void streamingCountsRows() {
        fixture.load = LakeSinkConfig.LoadMode.STREAMING;
        SinkWriter writer = fixture.writer();

        assertThat(write(writer, batch).isDurable(batch)).isTrue();
        lake.rowsInFiles = 3;
        assertThat(write(writer, batch).failure(batch).code()).isEqualTo(LakeErrorCode.LAKE_ROWS_DIFFER);
        lake.next(ScriptedLake.STREAM, ScriptedLake.dropped());
        assertThat(write(writer, batch).failure(batch).code().kind()).isEqualTo(ErrorKind.INDETERMINATE);
    }

    @Test
    void aRacingCreatorOfTheTableIsWelcome() {
        lake.next("DESC", ScriptedLake.json(ScriptedLake.error(1025, "unknown table")));
        lake.next("CREATE TABLE", ScriptedLake.json(ScriptedLake.error(2302, "exists")));

        fixture.open();

        assertThat(lake.executedWith("DESC")).isEqualTo(1);
    }

    @Test
    void openingMayBeTriedAgain() {
        lake.next("DESC", ScriptedLake.status(503, "down"));
        SinkFixture own = fixture;

        IngestException reason = catchThrowableOfType(IngestException.class, own::open);

        assertThat(reason.code()).isEqualTo(LakeErrorCode.LAKE_UNAVAILABLE);
        assertThat(reason).hasMessageContaining("default.orders").hasMessageContaining("127.0.0.1");
        own.open();
    }
}
