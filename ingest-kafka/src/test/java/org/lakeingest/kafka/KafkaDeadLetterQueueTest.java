package org.lakeingest.kafka;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.lakeingest.api.DeadLetter;
import org.lakeingest.api.DeadLetterFilter;
import org.lakeingest.api.DeadLetterQueue;
import org.lakeingest.api.ErrorKind;
import org.lakeingest.api.IngestException;
import org.lakeingest.api.RecordBatch;
import org.lakeingest.api.RejectedRecord;
import org.lakeingest.api.config.DataSize;
import org.lakeingest.kafka.KafkaDeadLettersConfig.WhenTooLarge;
import org.lakeingest.testkit.RecordBatches;

class KafkaDeadLetterQueueTest {
    private static final AtomicInteger TOPICS = new AtomicInteger();

    private final KafkaDeadLetterQueueFactory factory = new KafkaDeadLetterQueueFactory();
    private final DeadLetterConfig config = DeadLetterConfig.of("letters-" + TOPICS.incrementAndGet());

    private void send(List<RejectedRecord> letters) throws Exception {
        send("test", letters);
    }

    private void send(String pipeline, List<RejectedRecord> letters) throws Exception {
        try (DeadLetterQueue queue = factory.create(config.build(), new TestContext(pipeline))) {
            queue.open();
            queue.send(letters).toCompletableFuture().get(60, SECONDS);
        }
    }

    @Test
    void keepsRecordsAsTheyWereReadAndSaysWhatIsKnownOfThem() throws Exception {
        Instant before = Instant.now();
        RecordBatch batch = RecordBatches.at("orders", 3, 41)
                .record("a", "{")
                .record(new byte[] {0, -1}, new byte[] {-2, 0, 7})
                .header("trace", "7")
                .header("trace", (String) null)
                .header("ingest.dlq.topic", "of an earlier life")
                .timestamp(1234)
                .tombstone("gone")
                .record((String) null, "")
                .timestamp(-1)
                .timestampsFromLog()
                .build();
        send(Letters.all(batch));
        List<DeadLetter> found = Letters.read(config.build(), DeadLetterFilter.ALL);
        assertThat(found)
                .extracting(DeadLetter::place)
                .containsExactly("orders/3/41", "orders/3/42", "orders/3/43", "orders/3/44");
        assertSecond(found.get(1), before);
        assertThat(found.get(2).value()).isNull();
        assertThat(found.get(2).isWhole()).isTrue();
        assertThat(found.get(3).key()).isNull();
        assertThat(found.get(3).value()).isEmpty();
        assertThat(found.get(3).timestampMillis()).isEqualTo(-1);
    }

    private static void assertSecond(DeadLetter second, Instant before) {
        assertThat(second.key()).containsExactly(0, -1);
        assertThat(second.value()).containsExactly(-2, 0, 7);
        assertThat(second.timestampMillis()).isEqualTo(1234);
        assertThat(second.logAppend()).isTrue();
        assertThat(second.headers())
                .extracting(DeadLetter.Header::name)
                .containsExactly("trace", "trace", "ingest.dlq.topic");
        assertThat(second.headers().get(0).value()).isEqualTo("7".getBytes(UTF_8));
        assertThat(second.headers().get(1).value()).isNull();
        assertThat(second.partition().incarnation()).isEqualTo(RecordBatches.INCARNATION);
        assertThat(second.code()).isEqualTo("NOT_JSON");
        assertThat(second.stage()).isEqualTo("decode");
        assertThat(second.attempt()).isEqualTo(2);
        assertThat(second.message()).isEqualTo("it is bad: the value 'x' is bad");
        assertThat(second.pipeline()).isEqualTo("test");
        assertThat(second.failedAt()).isBetween(before.minusMillis(1), Instant.now());
        assertThat(second.isWhole()).isTrue();
    }

    @Test
    void pipelinesThatReadTheSameRecordsAndShareATopicHaveALetterEach() throws Exception {
        List<RejectedRecord> letters = Letters.all(RecordBatches.ofValues("x"));
        send("first", letters);
        send("second", letters);
        send("second", letters);

        assertThat(Letters.read(config.build(), DeadLetterFilter.ALL))
                .extracting(DeadLetter::pipeline)
                .containsExactlyInAnyOrder("first", "second");
    }

    /** As when one start after the other finds that the table cannot be written. */
    @Test
    void aStartThatFindsTheSameRecordsAgainKeepsThemOnce() throws Exception {
        RecordBatch batch = RecordBatches.ofValues("x", "y", "z");
        List<RejectedRecord> letters = Letters.all(batch);
        send(letters.subList(0, 2));
        send(letters);
        send(List.of(Letters.rejected(batch, 2, Letters.Code.VALUE_REFUSED), letters.get(2)));

        assertThat(Letters.read(config.build(), DeadLetterFilter.ALL))
                .extracting(letter -> letter.offset() + " " + letter.code())
                .containsExactly("0 NOT_JSON", "1 NOT_JSON", "2 NOT_JSON", "2 VALUE_REFUSED");
    }

    @Test
    void makesATopicThatLosesNothing() throws Exception {
        send(Letters.all(RecordBatches.ofValues("x")));
        Map<String, String> settings = Groups.settingsOf(config.topic.orElseThrow());
        assertThat(settings)
                .containsEntry("cleanup.policy", "delete")
                .containsEntry("retention.ms", "-1")
                .containsEntry("max.message.bytes", Integer.toString(16 * 1024 * 1024));
    }

    @Test
    void keepsTheLettersOfAPartitionInOneInTheirOrder() throws Exception {
        config.partitions = 5;
        for (int partition = 0; partition < 7; partition++) {
            RecordBatches batch = RecordBatches.at("orders", partition, 0);
            for (int i = 0; i < 50; i++) {
                batch.record("k" + i, "v");
            }
            send(Letters.all(batch.build()));
        }
        List<DeadLetter> found = Letters.read(config.build(), DeadLetterFilter.ALL);
        assertThat(found).hasSize(350);
        for (int partition = 0; partition < 7; partition++) {
            int number = partition;
            assertThat(found.stream().filter(letter -> letter.partition().number() == number))
                    .extracting(DeadLetter::offset)
                    .isSorted();
        }
    }

    @Test
    void filtersByCodePlaceAndTime() throws Exception {
        RecordBatch batch = RecordBatches.ofValues("x", "y", "z");
        send(List.of(
                Letters.rejected(batch, 0, Letters.Code.NOT_JSON),
                Letters.rejected(batch, 1, Letters.Code.VALUE_REFUSED)));
        Instant between = Instant.now().plusMillis(1);
        while (!Instant.now().isAfter(between)) {
            Thread.onSpinWait();
        }
        send(List.of(Letters.rejected(batch, 2, Letters.Code.VALUE_REFUSED)));
        assertThat(offsets(filter(Set.of("VALUE_REFUSED"), Optional.empty(), Optional.empty())))
                .containsExactly(1L, 2L);
        assertThat(offsets(filter(Set.of(), Optional.of(between), Optional.empty())))
                .containsExactly(2L);
        assertThat(offsets(filter(Set.of(), Optional.empty(), Optional.of(between))))
                .containsExactly(0L, 1L);
        assertThat(offsets(DeadLetterFilter.at("test", 0, 1))).containsExactly(1L);
        assertThat(offsets(DeadLetterFilter.at("other", 0, 1))).isEmpty();
    }

    private static DeadLetterFilter filter(Set<String> codes, Optional<Instant> since, Optional<Instant> until) {
        return new DeadLetterFilter(
                codes, Set.of(), Set.of(), OptionalLong.empty(), OptionalLong.empty(), since, until);
    }

    private List<Long> offsets(DeadLetterFilter filter) {
        return Letters.read(config.build(), filter).stream()
                .map(DeadLetter::offset)
                .toList();
    }

    @Test
    void passesMessagesByThatAreNoLetters() throws Exception {
        send(Letters.all(RecordBatches.ofValues("x")));
        try (Writer writer = new Writer(config.topic.orElseThrow(), Map.of())) {
            writer.write(0, "k", "not a letter");
            writer.write(0, "k", "nearly", List.of("ingest.dlq.topic", "orders", "ingest.dlq.offset", "many"));
        }
        assertThat(Letters.read(config.build(), DeadLetterFilter.ALL)).hasSize(1);
    }

    @Test
    void findsNoLettersWhereThereIsNoTopic() {
        assertThat(Letters.read(config.build(), DeadLetterFilter.ALL)).isEmpty();
    }

    @Test
    void takesALargeLetterWhole() throws Exception {
        byte[] value = new byte[5_000_000];
        Arrays.fill(value, (byte) 'x');
        send(Letters.all(RecordBatches.at("orders", 0, 0).record(null, value).build()));
        assertThat(Letters.read(config.build(), DeadLetterFilter.ALL).get(0).value())
                .isEqualTo(value);
    }

    @Test
    void saysWhatToDoAboutALetterThatIsTooLarge() {
        config.maxSize = DataSize.parse("64KB");
        RecordBatch batch =
                RecordBatches.at("orders", 0, 7).record("a", "x".repeat(70_000)).build();
        assertThatThrownBy(() -> send(Letters.all(batch)))
                .rootCause()
                .isInstanceOfSatisfying(IngestException.class, refused -> {
                    assertThat(refused.code()).isEqualTo(KafkaErrorCode.DEAD_LETTER_TOO_LARGE);
                    assertThat(refused.code().kind()).isEqualTo(ErrorKind.CONFIGURATION);
                })
                .hasMessageContainingAll("orders/0/7", "max-size", "max.message.bytes", "leave-out-value");
    }

    @Test
    void leavesOutTheValueWhereThatIsWanted() throws Exception {
        config.maxSize = DataSize.parse("64KB");
        config.whenTooLarge = WhenTooLarge.LEAVE_OUT_VALUE;
        RecordBatch batch = RecordBatches.at("orders", 0, 7)
                .record("a", "x".repeat(70_000))
                .header("h", "1")
                .record("b", "small")
                .build();
        send(Letters.all(batch));
        List<DeadLetter> found = Letters.read(config.build(), DeadLetterFilter.ALL);
        assertThat(found.get(0).value()).isNull();
        assertThat(found.get(0).leftOut()).isEqualTo(70_000);
        assertThat(found.get(0).isWhole()).isFalse();
        assertThat(found.get(0).key()).isEqualTo("a".getBytes(UTF_8));
        assertThat(found.get(0).headers()).hasSize(1);
        assertThat(found.get(1).isWhole()).isTrue();
    }

    @Test
    void respectsTheLimitOfATopicThatIsThere() {
        SharedBroker.TOPICS.create(config.topic.orElseThrow(), 1, Map.of("max.message.bytes", "20000"));
        RecordBatch batch =
                RecordBatches.at("orders", 0, 7).record("a", "x".repeat(30_000)).build();
        assertThatThrownBy(() -> send(Letters.all(batch))).rootCause().hasMessageContaining("20000 bytes");
    }

    @Test
    void refusesACompactedTopic() {
        SharedBroker.TOPICS.create(config.topic.orElseThrow(), 1, Map.of("cleanup.policy", "compact"));
        assertRefused(KafkaErrorCode.SETTING_REFUSED, "compacted");
    }

    @Test
    void refusesAnAbsentTopicThatItMayNotCreate() {
        config.createTopic = false;
        assertRefused(KafkaErrorCode.TOPIC_MISSING, "create-topic");
    }

    private void assertRefused(KafkaErrorCode code, String words) {
        try (DeadLetterQueue queue = factory.create(config.build(), new TestContext())) {
            assertThatThrownBy(queue::open)
                    .isInstanceOfSatisfying(
                            IngestException.class,
                            refused -> assertThat(refused.code()).isEqualTo(code))
                    .hasMessageContaining(words);
        }
    }

    @Test
    void asksToBeTriedAgainWhileNoBrokerAnswers() {
        config.bootstrapServers = "127.0.0.1:1";
        config.requestTimeout = Duration.ofMillis(300);
        try (DeadLetterQueue queue = factory.create(config.build(), new TestContext())) {
            assertThatThrownBy(queue::open)
                    .isInstanceOfSatisfying(
                            IngestException.class,
                            away -> assertThat(away.code().kind()).isEqualTo(ErrorKind.TRANSIENT));
        }
    }

    @Test
    void completesWhatIsOpenWhenItIsClosed() {
        DeadLetterQueue queue = factory.create(config.build(), new TestContext());
        queue.open();
        var sent = queue.send(Letters.all(RecordBatches.ofValues("x"))).toCompletableFuture();
        queue.close();
        queue.close();
        try {
            sent.join();
        } catch (CompletionException e) {
            assertThat(e).hasCauseInstanceOf(IngestException.class);
        }
        assertThat(sent).isDone();
    }
}
