package org.lakeingest.lake;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.lakeingest.api.DeadLetter;
import org.lakeingest.api.DeadLetterFilter;
import org.lakeingest.api.DeadLetterQueue;
import org.lakeingest.api.ErrorKind;
import org.lakeingest.api.IngestException;
import org.lakeingest.api.RecordBatch;
import org.lakeingest.api.RejectedRecord;
import org.lakeingest.api.SourcePartition;
import org.lakeingest.testkit.RecordBatches;
import org.lakeingest.testkit.SinkContract;

class LakeDeadLetterQueueTest {
    @RegisterExtension
    static final TestLake lake = new TestLake();

    private static final AtomicInteger TABLES = new AtomicInteger();

    private final LetterFixture fixture =
            new LetterFixture(lake.dsn(), lake.table("letters" + TABLES.incrementAndGet()));

    @AfterEach
    void close() {
        fixture.close();
    }

    private static void send(DeadLetterQueue queue, List<RejectedRecord> letters) throws Exception {
        queue.send(letters).toCompletableFuture().get(60, SECONDS);
    }

    private void send(List<RejectedRecord> letters) throws Exception {
        try (DeadLetterQueue queue = fixture.open()) {
            send(queue, letters);
        }
    }

    @Test
    void keepsAllItTakesToPutARecordBack() throws Exception {
        RecordBatch batch = RecordBatches.at("orders", 3, 41)
                .record("a", "{")
                .record(new byte[] {0, -1}, new byte[] {-2, 0, 7})
                .header("trace", "7 \"ü\"")
                .header("trace", (String) null)
                .header("bytes", new byte[] {0, -1})
                .header("empty", "")
                .timestamp(Long.MAX_VALUE)
                .tombstone("gone")
                .record((String) null, "")
                .timestamp(-1)
                .timestampsFromLog()
                .build();
        send(LetterFixture.all(batch));
        List<DeadLetter> found = fixture.read();
        assertThat(found).extracting(DeadLetter::offset).containsExactly(41L, 42L, 43L, 44L);
        assertSecond(found.get(1), batch.partition());
        assertThat(found.get(2).value()).isNull();
        assertThat(found.get(3).key()).isNull();
        assertThat(found.get(3).value()).isEmpty();
        assertThat(found.get(3).timestampMillis()).isEqualTo(-1);
    }

    private void assertSecond(DeadLetter second, SourcePartition partition) {
        assertThat(second.key()).containsExactly(0, -1);
        assertThat(second.value()).containsExactly(-2, 0, 7);
        assertThat(second.timestampMillis()).isEqualTo(Long.MAX_VALUE);
        assertThat(second.logAppend()).isTrue();
        assertThat(second.headers())
                .extracting(DeadLetter.Header::name)
                .containsExactly("trace", "trace", "bytes", "empty");
        assertThat(second.headers().get(0).value()).isEqualTo("7 \"ü\"".getBytes(UTF_8));
        assertThat(second.headers().get(1).value()).isNull();
        assertThat(second.headers().get(2).value()).containsExactly(0, -1);
        assertThat(second.headers().get(3).value()).isEmpty();
        assertThat(second.partition()).isEqualTo(partition);
        assertThat(second.stage()).isEqualTo("decode");
        assertThat(second.code()).isEqualTo("NOT_JSON");
        assertThat(second.message()).isEqualTo("it is bad: the value 'x' is bad");
        assertThat(second.attempt()).isEqualTo(2);
        assertThat(second.pipeline()).isEqualTo("test-pipeline");
        assertThat(second.failedAt()).isEqualTo(fixture.context.clock().instant());
    }

    @Test
    void filtersAndReadsPageByPage() throws Exception {
        List<RejectedRecord> letters = new ArrayList<>();
        for (int partition = 0; partition < 3; partition++) {
            RecordBatches batch = RecordBatches.at("it's", partition, 0);
            for (int i = 0; i < 401; i++) {
                batch.record("k", "v" + i);
            }
            RecordBatch made = batch.build();
            for (int i = 0; i < made.size(); i++) {
                letters.add(LetterFixture.rejected(
                        made, i, i == 7 ? LetterFixture.Code.VALUE_REFUSED : LetterFixture.Code.NOT_JSON));
            }
        }
        send(letters);
        Instant now = fixture.context.clock().instant();
        assertThat(fixture.read()).hasSize(1_203).extracting(DeadLetter::place).doesNotHaveDuplicates();
        assertThat(fixture.read(filter(Set.of("VALUE_REFUSED"), Optional.empty(), Optional.empty())))
                .hasSize(3);
        assertThat(fixture.read(filter(Set.of(), Optional.of(now), Optional.empty())))
                .hasSize(1_203);
        assertThat(fixture.read(filter(Set.of(), Optional.empty(), Optional.of(now))))
                .isEmpty();
        assertThat(fixture.read(DeadLetterFilter.at("it's", 2, 400))).hasSize(1);
    }

    private static DeadLetterFilter filter(Set<String> codes, Optional<Instant> since, Optional<Instant> until) {
        return new DeadLetterFilter(
                codes, Set.of(), Set.of(), OptionalLong.empty(), OptionalLong.empty(), since, until);
    }

    @Test
    void gathersWhatComesWhileAFileIsLoaded() throws Exception {
        try (ScriptedLake front = front();
                DeadLetterQueue queue = fixture.open()) {
            List<CompletableFuture<Void>> sent = new ArrayList<>();
            SinkContract.Hold held = front.hold();
            for (int i = 0; i < 50; i++) {
                RecordBatch one =
                        RecordBatches.at("orders", 0, i).record("k", "v").build();
                sent.add(queue.send(LetterFixture.all(one)).toCompletableFuture());
            }
            assertThat(sent).noneMatch(CompletableFuture::isDone);
            held.close();
            CompletableFuture.allOf(sent.toArray(CompletableFuture<?>[]::new)).get(60, SECONDS);
            assertThat(fixture.read()).hasSize(50);
            assertThat(front.requests.stream().filter(LakeDeadLetterQueueTest::isCopy))
                    .hasSizeLessThan(4);
        }
    }

    private static boolean isCopy(mockwebserver3.RecordedRequest request) {
        return request.getBody() != null && request.getBody().utf8().contains("COPY INTO");
    }

    private ScriptedLake front() throws IOException {
        LakeDsn dsn = LakeDsn.parse(lake.dsn());
        ScriptedLake front = new ScriptedLake(dsn.address());
        fixture.dsn = "http://" + dsn.user() + ":" + dsn.password() + "@127.0.0.1:" + front.server.getPort()
                + "/default?presigned_url_disabled=true";
        return front;
    }

    /** The lake knows the file by its name, so it must come again under that. */
    @Test
    void doublesNothingWhenAnAnswerIsLost() throws Exception {
        try (ScriptedLake front = front();
                DeadLetterQueue queue = fixture.open()) {
            RecordBatch batch = RecordBatches.at("orders", 0, 0)
                    .record("k", "1")
                    .record("k", "2")
                    .build();
            for (int i = 0; i < 8; i++) {
                front.loseAnswer("COPY INTO");
            }
            assertThatThrownBy(() -> send(queue, LetterFixture.all(batch)))
                    .rootCause()
                    .isInstanceOf(Exception.class);
            while (true) {
                try {
                    send(queue, LetterFixture.all(batch));
                    break;
                } catch (java.util.concurrent.ExecutionException again) {
                    IngestException reason = (IngestException) Objects.requireNonNull(again.getCause());
                    assertThat(reason.code().kind().isRetried()).isTrue();
                }
            }
            assertThat(fixture.read()).extracting(DeadLetter::offset).containsExactly(0L, 1L);
        }
    }

    @Test
    void findsNoLettersWhereThereIsNoTable() {
        assertThat(fixture.read()).isEmpty();
    }

    @Test
    void refusesAnAbsentTableThatItMayNotCreate() {
        fixture.createTable = false;
        assertRefused(LakeErrorCode.LAKE_OBJECT_MISSING);
    }

    @Test
    void refusesATableThatIsSomethingElse() {
        lake.rows("CREATE TABLE " + TableName.parse(fixture.table, "default").sql() + " (a INT)");
        try (DeadLetterQueue queue = fixture.create()) {
            assertThatThrownBy(queue::open)
                    .isInstanceOfSatisfying(
                            IngestException.class,
                            refused -> assertThat(refused.code().kind()).isEqualTo(ErrorKind.CONFIGURATION));
        }
    }

    private void assertRefused(LakeErrorCode code) {
        try (DeadLetterQueue queue = fixture.create()) {
            assertThatThrownBy(queue::open)
                    .isInstanceOfSatisfying(IngestException.class, refused -> {
                        assertThat(refused.code()).isEqualTo(code);
                        assertThat(refused.code().kind()).isEqualTo(ErrorKind.CONFIGURATION);
                    })
                    .hasMessageContaining("dead letters");
        }
    }

    @Test
    void isPatientWithALakeThatIsAway() {
        fixture.dsn = "http://lake:lake@127.0.0.1:1/default";
        try (DeadLetterQueue queue = fixture.create()) {
            assertThatThrownBy(queue::open)
                    .isInstanceOfSatisfying(
                            IngestException.class,
                            away -> assertThat(away.code().kind()).isEqualTo(ErrorKind.TRANSIENT));
        }
    }
}
