package org.lakeingest.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.lakeingest.kafka.KafkaSourceTest.pollUntil;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.lakeingest.api.Claim;
import org.lakeingest.api.SourcePartition;
import org.slf4j.LoggerFactory;

/** What the group's positions say about those that a sink keeps. */
final class KeptPositionsTest {
    private final KafkaSourceFactory factory = new KafkaSourceFactory();
    private final Logger logger = (Logger) LoggerFactory.getLogger(KeptPositions.class);
    private final ListAppender<ILoggingEvent> lines = new ListAppender<>();
    private final String topic = SharedBroker.topic(1);
    private final KafkaSourceConfig config = SharedBroker.config(topic).build();

    @BeforeEach
    void listen() {
        SharedBroker.produce(topic, 0, 100, 1);
        lines.start();
        logger.addAppender(lines);
    }

    @AfterEach
    void stop() {
        logger.detachAppender(lines);
    }

    private enum Sink {
        KEEPS_NOTHING,
        HAS_NO_POSITION,
        HAS_A_POSITION
    }

    /** A run that reads all there is, and commits it when it leaves. */
    private void run(Sink sink) {
        try (Member member = new Member(config, factory)) {
            pollUntil(List.of(member), () -> !member.owned.isEmpty());
            SourcePartition partition = member.owned.iterator().next();
            switch (sink) {
                case KEEPS_NOTHING -> {}
                case HAS_NO_POSITION -> member.source.goOnAlone(member.owned);
                case HAS_A_POSITION -> member.source.goOnFrom(Map.of(partition, new Claim(OptionalLong.of(40), -1, 1)));
            }
            SharedBroker.produce(topic, 100, 1, 1);
            pollUntil(List.of(member), () -> !member.keys.isEmpty());
        }
    }

    private List<String> said() {
        return lines.list.stream().map(ILoggingEvent::getFormattedMessage).toList();
    }

    @Test
    void positionsThatASinkHasLostAreSpokenOf() {
        run(Sink.HAS_NO_POSITION);
        assertThat(said()).as("nothing was committed before").isEmpty();

        run(Sink.HAS_NO_POSITION);
        assertThat(said())
                .singleElement()
                .satisfies(line -> assertThat(line)
                        .contains("KEPT_POSITIONS_GONE", topic, "there twice", "ingest audit", "UNDROP TABLE"));

        run(Sink.HAS_A_POSITION);
        run(Sink.HAS_NO_POSITION);
        assertThat(said()).hasSize(2);
    }

    @Test
    void aSinkThatNeverKeptAnyHasLostNone() {
        run(Sink.KEEPS_NOTHING);
        run(Sink.HAS_NO_POSITION);
        assertThat(said()).as("the first start with a ledger").isEmpty();

        run(Sink.HAS_A_POSITION);
        assertThat(said()).as("behind what this tool has committed itself").isEmpty();

        run(Sink.KEEPS_NOTHING);
        run(Sink.HAS_NO_POSITION);
        assertThat(said()).as("after a while without a ledger").isEmpty();
    }
}
