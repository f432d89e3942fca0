package org.lakeingest.lake;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.List;
import mockwebserver3.MockResponse;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.lakeingest.api.ErrorKind;
import org.lakeingest.api.IngestException;
import org.lakeingest.api.SinkWriter;
import org.lakeingest.api.WriteBatch;

/** Refusals at the start are for the configuration; later somebody changed something, and the rows wait. */
class LakeAccessTest {
    private static final MockResponse REFUSED = ScriptedLake.status(
            401, "{\"error\":{\"code\":5100,\"message\":\"AuthenticateFailure. Code: 5100, Text = wrong password\"}}");
    private static final MockResponse DENIED =
            ScriptedLake.json(ScriptedLake.error(1063, "Permission denied: privilege [Insert] is required"));

    @SuppressWarnings("NullAway.Init") // set before each test
    private ScriptedLake lake;

    @SuppressWarnings("NullAway.Init") // set before each test
    private SinkFixture fixture;

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

    @Test
    void aWrongPasswordAtTheStartIsForTheConfiguration() {
        lake.next("DESC", REFUSED);

        IngestException reason = catchThrowableOfType(IngestException.class, fixture::open);

        assertThat(reason.code()).isEqualTo(LakeErrorCode.LAKE_AUTHENTICATION);
        assertThat(reason.code().kind()).isEqualTo(ErrorKind.CONFIGURATION);
    }

    @Test
    void credentialsThatWorkedAndAreRefusedKeepTheRowsWaiting() {
        SinkWriter writer = fixture.writer();
        lake.next(ScriptedLake.UPLOAD, REFUSED);

        IngestException uploading = write(writer, batch).failure(batch);
        lake.next("COPY", REFUSED);
        IngestException loading = write(writer, batch).failure(batch);

        assertThat(uploading.code()).isEqualTo(LakeErrorCode.LAKE_CREDENTIALS_REFUSED);
        assertThat(loading.code()).isEqualTo(LakeErrorCode.LAKE_CREDENTIALS_REFUSED);
        assertThat(loading.code().kind()).isEqualTo(ErrorKind.BLOCKED);
        assertThat(write(writer, batch).isDurable(batch)).isTrue();
    }

    @Test
    void aUserWhoMayOnlyReadIsForTheConfigurationUntilSomethingWasWritten() {
        SinkWriter writer = fixture.writer();
        lake.next("COPY", DENIED);

        IngestException first = write(writer, batch).failure(batch);

        assertThat(first.code()).isEqualTo(LakeErrorCode.LAKE_PERMISSION);
        assertThat(first).hasMessageContaining("privilege [Insert] is required").hasMessageContaining("grant the user");
        assertThat(write(writer, batch).isDurable(batch)).isTrue();
        WriteBatch later = Batches.documents(0, 10, 10);
        lake.next("COPY", DENIED);
        IngestException taken = write(writer, later).failure(later);
        assertThat(taken.code()).isEqualTo(LakeErrorCode.LAKE_PERMISSION_LOST);
        assertThat(taken.code().kind()).isEqualTo(ErrorKind.BLOCKED);
        assertThat(write(writer, later).isDurable(later)).isTrue();
    }

    @Test
    void aPasswordThatIsChangedWhileAStatementRunsLeavesItsOutcomeOpen() {
        SinkWriter writer = fixture.writer();
        lake.next("COPY", request -> {
            lake.ordinary(request);
            return ScriptedLake.json("{\"id\":\"q\",\"state\":\"Running\",\"next_uri\":\"/v1/query/q/page/0\"}");
        });
        lake.next("/page/0", REFUSED);

        assertThat(write(writer, batch).failure(batch).code().kind()).isEqualTo(ErrorKind.INDETERMINATE);
        assertThat(write(writer, batch).isDurable(batch)).as("found loaded").isTrue();
    }

    @Test
    void aStrangerInThePlaceOfTheLakeKeepsTheRowsWaiting() {
        SinkWriter writer = fixture.writer();
        lake.next(ScriptedLake.UPLOAD, ScriptedLake.status(302, ""));

        IngestException reason = write(writer, batch).failure(batch);

        assertThat(reason.code()).isEqualTo(LakeErrorCode.LAKE_ENDPOINT_CHANGED);
        assertThat(write(writer, batch).isDurable(batch)).isTrue();
    }

    @Test
    void aStageThatIsNotThereIsFoundAtTheStart() {
        fixture.stage = "landing";
        lake.next("LIST @landing", ScriptedLake.json(ScriptedLake.error(2501, "UnknownStage: landing")));

        IngestException reason = catchThrowableOfType(IngestException.class, fixture::open);

        assertThat(reason.code()).isEqualTo(LakeErrorCode.LAKE_OBJECT_MISSING);
        assertThat(reason).hasMessageContaining("landing");
    }

    @Test
    void aTokenFileIsReadAgainWhenItChanges(@TempDir Path folder) throws IOException {
        Path token = folder.resolve("token");
        Files.writeString(token, "first\n");
        try (SinkFixture own = new SinkFixture(
                "http://127.0.0.1:" + lake.server.getPort() + "/default?presigned_url_disabled=true&access_token_file="
                        + token,
                "default.orders")) {
            SinkWriter writer = own.writer();
            lake.next(ScriptedLake.UPLOAD, REFUSED);
            assertThat(write(writer, batch).failure(batch).code()).isEqualTo(LakeErrorCode.LAKE_CREDENTIALS_REFUSED);
            Files.writeString(token, "second");
            Files.setLastModifiedTime(token, FileTime.from(Instant.EPOCH));
            assertThat(write(writer, batch).isDurable(batch)).isTrue();
        }
        assertThat(lake.requests.get(0).getHeaders().get("Authorization")).isEqualTo("Bearer first");
        assertThat(lake.requests.get(lake.requests.size() - 1).getHeaders().get("Authorization"))
                .isEqualTo("Bearer second");
    }
}
