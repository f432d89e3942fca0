package org.lakeingest.it;

import static java.util.concurrent.TimeUnit.MINUTES;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.lakeingest.it.support.FlatConfig;
import org.lakeingest.it.support.FlatTool;
import org.lakeingest.it.support.Group;
import org.lakeingest.it.support.IngestProcess;
import org.lakeingest.it.support.Load;
import org.lakeingest.it.support.Run;
import org.lakeingest.it.support.Services;
import org.lakeingest.it.support.SharedServices;
import org.lakeingest.sandbox.Topics;

/**
 * From the original tool to ours and back while messages keep coming: nothing is lost, and no double is ours.
 *
 * <p>What counts as a double of ours. Each row says who wrote it: ours have a uuid of version 8, the original's are random, version
 * 4. Two rows of the same partition and offset are:
 *
 * <ul>
 *   <li>ours and ours: always our fault, since ours own a partition one after the other and leave with everything committed.
 *   <li>the original's twice: never ours. Its workers go on with a batch whose partitions were taken from them, and load it.
 *   <li>one of each, while one process replaces the other: whoever stopped last left rows behind that it had not committed. So
 *       the positions are compared with the table at each change, when no process runs. Ours must leave nothing behind; a pair is
 *       the original's only where it had left that very row behind.
 *   <li>one of each in a mixed group: the original's. When a partition is taken from it, it loads the batch it has in hand all the
 *       same, and the next owner, who starts at the committed position, reads those messages again. Ours load and commit before they
 *       let a partition go, which the first case and {@code ours} twice in a row show; nothing that ours could do would prevent it.
 * </ul>
 */
final class SwitchIT {
    private static final int PARTITIONS = 8;
    private static final int RATE = 2_000;
    private static final int ROWS_PER_PHASE = 6_000;
    private static final String OURS_TWICE = "sum(ours) > 1";
    private static final String ONE_OF_EACH = "sum(ours) = 1";

    @TempDir
    Path folder;

    @BeforeAll
    static void needTheOriginal() {
        FlatTool.assumeBoth();
    }

    @ParameterizedTest(name = "{0}: streaming {1}, {2} workers")
    @CsvSource({
        "EMBEDDED, false, 1",
        "EMBEDDED, false, 2",
        "EMBEDDED, true, 2",
        "EXTERNAL, false, 2",
        "EXTERNAL, true, 1"
    })
    void goesOverAndBackTwiceUnderLoad(Services.Kind kind, boolean streaming, int workers, TestReporter reporter) {
        try (Run run = new Run(SharedServices.of(kind), "switch", folder)) {
            run.createTopic(PARTITIONS);
            FlatConfig config =
                    FlatConfig.of(run).with("useStreamingLoad", streaming).with("workers", workers);
            List<String> leftByOriginal = new ArrayList<>(List.of("false"));
            long produced;
            try (Load load = Load.start(run, PARTITIONS, RATE)) {
                for (FlatTool tool : List.of(FlatTool.ORIGINAL, FlatTool.OURS, FlatTool.ORIGINAL)) {
                    runFor(run, tool, config);
                    List<String> left = leftBehind(run);
                    if (tool == FlatTool.OURS) {
                        assertThat(left)
                                .as("rows that ours left without committing")
                                .isEmpty();
                    }
                    leftByOriginal.addAll(left);
                }
                produced = finish(run, FlatTool.OURS, config, load);
            }
            reporter.publishEntry("doubles of " + produced, doubles(run, "true").toString());
            assertThat(run.distinct()).as("different messages in the table").isEqualTo(produced);
            assertThat(doubles(run, OURS_TWICE)).as("ours twice").isEmpty();
            assertThat(doubles(run, ONE_OF_EACH + " AND NOT (" + String.join(" OR ", leftByOriginal) + ")"))
                    .as("one of each, and the original had not left it behind")
                    .isEmpty();
        }
    }

    @ParameterizedTest(name = "{0}: streaming {1}")
    @CsvSource({"EMBEDDED, false", "EMBEDDED, true", "EXTERNAL, false"})
    void membersOfOneGroupAreReplacedOneByOneUnderLoad(Services.Kind kind, boolean streaming, TestReporter reporter) {
        try (Run run = new Run(SharedServices.of(kind), "roll", folder);
                Members members = new Members(run, FlatConfig.of(run).with("useStreamingLoad", streaming))) {
            run.createTopic(PARTITIONS);
            long produced;
            try (Load load = Load.start(run, PARTITIONS, RATE)) {
                members.join(FlatTool.ORIGINAL).join(FlatTool.ORIGINAL);
                members.join(FlatTool.OURS).join(FlatTool.OURS);
                members.replaceOldest(FlatTool.OURS).replaceOldest(FlatTool.OURS);
                members.replaceOldest(FlatTool.ORIGINAL).replaceOldest(FlatTool.ORIGINAL);
                members.leaveOldest().leaveOldest().join(FlatTool.OURS);
                produced = load.stop();
            }
            await().atMost(2, MINUTES).until(run::lag, lag -> lag == 0);
            members.stop();
            reporter.publishEntry(
                    "doubles of " + produced,
                    "ours twice " + doubles(run, OURS_TWICE).size() + ", one of each "
                            + doubles(run, ONE_OF_EACH).size() + ", all "
                            + doubles(run, "true").size());
            assertThat(run.distinct()).as("different messages in the table").isEqualTo(produced);
            assertThat(doubles(run, OURS_TWICE)).as("ours twice").isEmpty();
        }
    }

    /** Processes with one worker each in one group, the oldest first. After each change, all of them load for a while. */
    private static final class Members implements AutoCloseable {
        private final Deque<IngestProcess> processes = new ArrayDeque<>();
        private final Run run;
        private final FlatConfig config;

        Members(Run run, FlatConfig config) {
            this.run = run;
            this.config = config;
        }

        Members join(FlatTool tool) {
            processes.add(tool.start(run, config.with("metricsPort", Run.freePort())));
            awaitMembers();
            return this;
        }

        Members leaveOldest() {
            IngestProcess leaving = processes.remove();
            leaving.terminate();
            assertThat(leaving.exitCode()).as(leaving.output()).isZero();
            awaitMembers();
            return this;
        }

        Members replaceOldest(FlatTool tool) {
            return leaveOldest().join(tool);
        }

        private void awaitMembers() {
            await().atMost(1, MINUTES).ignoreExceptions().until(() -> Group.isSharedBy(run, processes.size()));
            awaitRows(run, run.rows() + ROWS_PER_PHASE, processes.toArray(IngestProcess[]::new));
        }

        /** SIGTERM to all, and their ends. */
        void stop() {
            processes.forEach(IngestProcess::terminate);
            processes.forEach(process ->
                    assertThat(process.exitCode()).as(process.output()).isZero());
        }

        @Override
        public void close() {
            processes.forEach(IngestProcess::close);
        }
    }

    /** Runs until it has loaded some seconds' worth, then SIGTERM. */
    private static void runFor(Run run, FlatTool tool, FlatConfig config) {
        long before = run.rows();
        try (IngestProcess process = tool.start(run, config)) {
            awaitRows(run, before + ROWS_PER_PHASE, process);
            process.terminate();
            assertThat(process.exitCode()).as(process.output()).isZero();
        }
    }

    private static long finish(Run run, FlatTool tool, FlatConfig config, Load load) {
        try (IngestProcess process = tool.start(run, config)) {
            awaitRows(run, run.rows() + ROWS_PER_PHASE, process);
            long produced = load.stop();
            await().atMost(2, MINUTES).until(run::lag, lag -> lag == 0);
            process.terminate();
            assertThat(process.exitCode()).as(process.output()).isZero();
            return produced;
        }
    }

    private static void awaitRows(Run run, long rows, IngestProcess... processes) {
        await().atMost(2, MINUTES).until(() -> {
            for (IngestProcess process : processes) {
                assertThat(process.alive()).as(process.output()).isTrue();
            }
            return run.rows() >= rows;
        });
    }

    /** Conditions for the rows that are in the table and at or beyond the group's positions; no process may run. */
    private static List<String> leftBehind(Run run) {
        List<String> ranges = new ArrayList<>();
        try (Topics topics = run.services().topics()) {
            Map<Integer, Long> committed = topics.committed(run.group(), run.topic());
            for (List<String> last : run.services()
                    .lake()
                    .rows("SELECT kpartition, max(koffset) FROM " + run.table() + " GROUP BY kpartition")) {
                long position = committed.getOrDefault(Integer.valueOf(last.get(0)), 0L);
                if (Long.parseLong(last.get(1)) >= position) {
                    ranges.add("(kpartition = " + last.get(0) + " AND koffset BETWEEN " + position + " AND "
                            + last.get(1) + ")");
                }
            }
        }
        return ranges;
    }

    /** Partition, offset, rows and rows of ours of each message with more than one row. */
    private static List<List<String>> doubles(Run run, String condition) {
        return run.services()
                .lake()
                .rows("SELECT kpartition, koffset, count(*), sum(ours) FROM"
                        + " (SELECT kpartition, koffset, CASE WHEN substr(uuid, 15, 1) = '8' THEN 1 ELSE 0 END AS ours FROM "
                        + run.table() + ") GROUP BY kpartition, koffset HAVING count(*) > 1 AND " + condition
                        + " ORDER BY kpartition, koffset");
    }
}
