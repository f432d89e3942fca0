package org.lakeingest.it.chaos;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.awaitility.core.ConditionTimeoutException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.lakeingest.it.support.Load;
import org.lakeingest.it.support.Run;
import org.lakeingest.it.support.Services;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Four processes of one pipeline and four pipelines write into one table, for as many minutes as {@code chaos.minutes} says: nobody
 * starves, nothing is lost or doubled, and the table stays compact.
 */
@Tag("chaos")
final class SharedTableIT {
    private static final Logger LOG = LoggerFactory.getLogger(SharedTableIT.class);
    private static final int PARTITIONS = 8;
    private static final int PIPELINES = 4;
    private static final double RATE = 400;

    @TempDir
    Path folder;

    @Test
    void everybodyGetsItsTurn() {
        Duration length =
                Duration.ofSeconds((long) (60 * Double.parseDouble(System.getProperty("chaos.minutes", "10"))));
        try (World world = World.start();
                Run run = new Run(world.services(), "shared", folder)) {
            run.createTopic(PARTITIONS);
            List<Member> members = new ArrayList<>();
            List<String> ledgers = new ArrayList<>(List.of(run.ledger()));
            try {
                for (int i = 0; i < 4; i++) {
                    members.add(Member.start(
                            run, "p" + i, new Fencing(), new Member.Settings(run.group(), "lake", 30, "", "")));
                }
                for (int i = 1; i < PIPELINES; i++) {
                    String name = run.group() + "-other" + i;
                    ledgers.add(run.ledger() + i);
                    Member.Settings other = new Member.Settings(name, "lake", 30, ledgers.get(i), "");
                    members.add(Member.start(run, "o" + i, new Fencing(), other));
                }
                play(run, length, members, ledgers);
            } finally {
                members.forEach(Member::close);
                ledgers.forEach(ledger -> run.services().lake().rows("DROP TABLE IF EXISTS " + ledger));
            }
        }
    }

    private static void play(Run run, Duration length, List<Member> members, List<String> ledgers) {
        long produced;
        long end = System.nanoTime() + length.toNanos();
        try (Load load = Load.start(run, PARTITIONS, RATE)) {
            await().pollInterval(Duration.ofSeconds(1))
                    .atMost(length.plusMinutes(1))
                    .until(() -> System.nanoTime() > end);
            produced = load.stop();
        }
        try {
            ledgers.forEach(ledger -> awaitPositions(run, ledger, produced));
        } catch (ConditionTimeoutException e) {
            throw new AssertionError(state(run, produced, members, ledgers), e);
        }
        long longest = members.stream()
                .mapToLong(member -> member.proxy().longestMillis(Step.COMMIT))
                .max()
                .orElse(0);
        long commits = members.stream()
                .mapToLong(member -> member.proxy().seen(Step.COMMIT))
                .sum();
        LOG.info(
                "{} messages through {} pipelines: {} commits, the longest took {} ms; {} segments",
                produced,
                ledgers.size(),
                commits,
                longest,
                segments(run));
        assertThat(run.rows()).as("rows").isEqualTo(produced * ledgers.size());
        assertThat(run.distinct()).as("different messages").isEqualTo(produced);
        assertThat(run.services()
                        .lake()
                        .number("SELECT count(*) FROM (SELECT raw_data['sequence']::UInt64 AS n, count(*) AS c"
                                + " FROM " + run.table() + " GROUP BY 1) AS counted WHERE c <> " + ledgers.size()))
                .as("messages that are not there once for each pipeline")
                .isZero();
    }

    /** However busy the machine is, nobody stands still. */
    private static void awaitPositions(Run run, String ledger, long produced) {
        long at = run.positions(ledger);
        while (at < produced) {
            long before = at;
            at = await().pollInterval(Duration.ofSeconds(1))
                    .atMost(Duration.ofMinutes(1))
                    .until(() -> run.positions(ledger), now -> now > before);
        }
    }

    /** Who is behind, and what everybody has to say. */
    private static String state(Run run, long produced, List<Member> members, List<String> ledgers) {
        StringBuilder text = new StringBuilder("of " + produced + " messages");
        ledgers.forEach(
                ledger -> text.append("\n").append(ledger).append(" has ").append(run.positions(ledger)));
        for (Member member : members) {
            text.append("\n").append(member.alive() ? "running: " : "ended: ").append(member.log());
            text.append("\n  ")
                    .append(member.proxy().seen(Step.COMMIT))
                    .append(" commits, the longest took ")
                    .append(member.proxy().longestMillis(Step.COMMIT))
                    .append(" ms");
        }
        return text.toString();
    }

    private static String segments(Run run) {
        if (!Services.Kind.EXTERNAL.available()) {
            return "unknown";
        }
        String[] name = run.table().split("\\.", 2);
        return String.valueOf(run.services()
                .lake()
                .number("SELECT count(*) FROM fuse_segment('" + name[0] + "', '" + name[1] + "')"));
    }
}
