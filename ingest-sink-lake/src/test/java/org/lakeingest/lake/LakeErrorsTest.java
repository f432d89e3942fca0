package org.lakeingest.lake;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.ConnectException;
import java.net.SocketTimeoutException;
import java.util.EnumMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.lakeingest.api.ErrorKind;
import org.lakeingest.testkit.GeneratedPage;

class LakeErrorsTest {
    @ParameterizedTest
    @CsvSource({
        "1046, LOAD,       RECORD",
        "1006, LOAD,       RECORD",
        "1010, LOAD,       RECORD",
        "1065, LOAD,       RECORD",
        "1104, LOAD,       RECORD",
        "1006, REPEATABLE, CONFIGURATION",
        "1065, REPEATABLE, CONFIGURATION",
        "1025, LOAD,       CONFIGURATION",
        "1003, REPEATABLE, CONFIGURATION",
        "1063, LOAD,       CONFIGURATION",
        "5100, LOAD,       CONFIGURATION",
        "1041, LOAD,       TRANSIENT",
        "2009, LOAD,       TRANSIENT",
        "2011, LOAD,       TRANSIENT",
        "2015, LOAD,       TRANSIENT",
        "4001, LOAD,       TRANSIENT",
        "3001, LOAD,       TRANSIENT",
        "3901, LOAD,       TRANSIENT",
        "1001, LOAD,       INDETERMINATE",
        "1043, LOAD,       INDETERMINATE",
        "2001, LOAD,       INDETERMINATE",
        "2406, REPEATABLE, CONFIGURATION",
        "9999, LOAD,       INDETERMINATE",
        "9999, REPEATABLE, TRANSIENT"
    })
    void codesMeanWhatTheReferenceSays(int code, CallPurpose purpose, ErrorKind kind) {
        assertThat(LakeErrors.meaningOf(code, "text", purpose).kind()).isEqualTo(kind);
    }

    @ParameterizedTest
    @CsvSource({
        "fail to match schema: can not load avro type, LAKE_DATA_REFUSED",
        "fail to load row,                             LAKE_DATA_REFUSED",
        "'Failed to upgrade session: Current active sessions: 256', LAKE_BUSY",
        "no fields match,                              LAKE_DATA_REFUSED",
        "'write: No space left on device (os error 28)', LAKE_STORAGE_FULL",
        "something else,                               LAKE_OUTCOME_UNKNOWN"
    })
    void theInternalErrorIsToldByItsText(String text, LakeErrorCode code) {
        assertThat(LakeErrors.meaningOf(1001, text, CallPurpose.LOAD)).isEqualTo(code);
    }

    @Test
    void aDataErrorsTextIsNotPartOfTheReasonAndItsPlaceIs() {
        LakeException reason =
                LakeErrors.ofServer(1046, "bad value 'secret'", "at file 'd/f', line 7", CallPurpose.LOAD);

        assertThat(reason).message().contains("1046", "line 7").doesNotContain("secret");
    }

    @Test
    void otherTextsAreCutToOneLineOfBearableLength() {
        LakeException reason = LakeErrors.ofServer(1025, "a\n  b" + "x".repeat(1000), null, CallPurpose.LOAD);

        assertThat(reason).message().contains("a bxxx").doesNotContain("\n").hasSizeLessThan(400);
    }

    @Test
    void thePhaseDecidesWhetherAnythingCanHaveHappened() {
        Map<CallPhase, ErrorKind> kinds = new EnumMap<>(CallPhase.class);
        for (CallPhase phase : CallPhase.values()) {
            kinds.put(
                    phase,
                    LakeErrors.ofIo(new IOException("reset"), phase, CallPurpose.LOAD, "h")
                            .code()
                            .kind());
        }

        assertThat(kinds)
                .containsEntry(CallPhase.CONNECTING, ErrorKind.TRANSIENT)
                .containsEntry(CallPhase.SENDING, ErrorKind.TRANSIENT)
                .containsEntry(CallPhase.SENT, ErrorKind.INDETERMINATE);
        assertThat(LakeErrors.ofIo(new IOException("reset"), CallPhase.SENDING, CallPurpose.STREAM, "h")
                        .code()
                        .kind())
                .as("a lake may keep part of a stream")
                .isEqualTo(ErrorKind.INDETERMINATE);
        assertThat(LakeErrors.ofIo(new ConnectException("x"), CallPhase.CONNECTING, CallPurpose.LOAD, "h"))
                .hasMessage("h: connection refused");
        assertThat(LakeErrors.ofIo(new SocketTimeoutException("timeout"), CallPhase.SENT, CallPurpose.UPLOAD, "h")
                        .code()
                        .kind())
                .as("an upload may be repeated")
                .isEqualTo(ErrorKind.TRANSIENT);
    }

    @ParameterizedTest
    @EnumSource(LakeErrorCode.class)
    void everyCodeSaysWhatItMeansAndWhatToDo(LakeErrorCode code) {
        assertThat(code.meaning()).matches("\\p{Lu}.*\\.");
        assertThat(code.advice()).matches("\\p{Ll}.*[^.]");
    }

    @Test
    void theErrorReferenceShowsTheTables() {
        GeneratedPage.check("docs/reference/errors/lake.md", ErrorPage.text());
    }
}
