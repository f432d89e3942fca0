package org.lakeingest.engine.progress;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.lakeingest.api.ErrorCode;
import org.lakeingest.api.ErrorKind;
import org.lakeingest.api.IngestException;
import org.slf4j.LoggerFactory;

/** What an operator reads while partitions wait for somebody to act. */
class BlockagesTest {
    private static final long MINUTE = Duration.ofMinutes(1).toNanos();

    private final Blockages blockages = new Blockages();
    private final Logger logger = (Logger) LoggerFactory.getLogger(Blockages.class);
    private final ListAppender<ILoggingEvent> lines = new ListAppender<>();
    private final Object lane = new Object();
    private final Object otherLane = new Object();

    private enum Code implements ErrorCode {
        NO_SPACE,
        NO_TABLE;

        @Override
        public ErrorKind kind() {
            return ErrorKind.BLOCKED;
        }
    }

    @BeforeEach
    void listen() {
        lines.start();
        logger.addAppender(lines);
    }

    @AfterEach
    void stopListening() {
        logger.detachAppender(lines);
    }

    private static Blockages.Report report(int partitions, Code code, String message) {
        Blockages.Report report = new Blockages.Report();
        report.add(partitions, new IngestException(code, message));
        return report;
    }

    private List<Level> told() {
        return lines.list.stream().map(ILoggingEvent::getLevel).toList();
    }

    @Test
    void theFirstWaitOfACodeIsAnErrorAndThenOneAMinute() {
        blockages.report(lane, report(2, Code.NO_SPACE, "the disk is full"), 5);
        blockages.report(lane, report(3, Code.NO_SPACE, "the disk is full"), 5 + MINUTE - 1);
        assertThat(told()).containsExactly(Level.ERROR);
        assertThat(lines.list.get(0).getFormattedMessage()).contains("NO_SPACE", "acts: 2;", "the disk is full");
        blockages.report(lane, report(3, Code.NO_SPACE, "the disk is full"), 5 + MINUTE);
        assertThat(told()).containsExactly(Level.ERROR, Level.ERROR);
        blockages.report(otherLane, report(1, Code.NO_TABLE, "create it"), 6 + MINUTE);
        assertThat(lines.list.get(2).getFormattedMessage()).contains("NO_TABLE");
    }

    @Test
    void theEndOfTheLastWaitIsToldOnce() {
        blockages.report(lane, report(1, Code.NO_SPACE, "the disk is full"), 0);
        blockages.report(otherLane, report(1, Code.NO_SPACE, "the disk is full"), 0);
        blockages.report(lane, new Blockages.Report(), 0);
        assertThat(told()).as("the other lane waits still").containsExactly(Level.ERROR);
        blockages.report(otherLane, new Blockages.Report(), 0);
        blockages.report(otherLane, new Blockages.Report(), 0);
        assertThat(told()).containsExactly(Level.ERROR, Level.INFO);
        assertThat(lines.list.get(1).getFormattedMessage()).contains("no partition waits");
    }

    @Test
    void whatLanesWaitForIsAddedUpAndTheCodeOfMostIsNamed() {
        assertThat(blockages.reason()).isEmpty();
        blockages.report(lane, report(2, Code.NO_SPACE, "the disk is full"), 0);
        Blockages.Report both = report(1, Code.NO_TABLE, "create it");
        both.add(3, new IngestException(Code.NO_TABLE, "create it"));
        both.add(1, new IngestException(Code.NO_SPACE, "the disk is full"));
        blockages.report(otherLane, both, 0);
        assertThat(blockages.partitions()).isEqualTo(7);
        assertThat(blockages.reason()).hasValue("7 partitions wait until somebody acts: [NO_TABLE] create it");
        assertThat(lines.list.get(1).getFormattedMessage()).contains("NO_TABLE", "acts: 4;");
    }

    @Test
    void aLongReasonIsShortened() {
        blockages.report(lane, report(1, Code.NO_SPACE, "x".repeat(400)), 0);
        assertThat(blockages.reason())
                .hasValueSatisfying(line -> assertThat(line).endsWith("] " + "x".repeat(400)));
        blockages.report(lane, report(1, Code.NO_SPACE, "x".repeat(401)), 0);
        assertThat(blockages.reason())
                .hasValueSatisfying(line -> assertThat(line).endsWith("] " + "x".repeat(400) + "..."));
    }
}
