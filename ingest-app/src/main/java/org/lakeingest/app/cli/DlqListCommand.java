package org.lakeingest.app.cli;

import java.io.PrintWriter;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.lakeingest.api.DeadLetter;
import org.lakeingest.api.Replay;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Lists dead letters, or counts them. */
@Command(
        name = "list",
        description = "Lists the records that were given up: when, which, where on the way, and why.",
        mixinStandardHelpOptions = true)
final class DlqListCommand implements Callable<Integer> {
    private static final int LONGEST_MESSAGE = 100;

    @Spec
    @SuppressWarnings("NullAway.Init") // injected
    private CommandSpec spec;

    @Mixin
    @SuppressWarnings("NullAway.Init") // injected
    private FileOption file;

    @Mixin
    @SuppressWarnings("NullAway.Init") // injected
    private DlqFilter filter;

    @Option(
            names = "--limit",
            defaultValue = "50",
            paramLabel = "N",
            description = "Most lines to print; 0 for all. Default: ${DEFAULT-VALUE}.")
    private long limit;

    @Option(names = "--count", description = "How many there are of each code, instead of a line for each.")
    private boolean count;

    @Option(names = "--pending", description = "Leave out those that `ingest dlq replay` has put back.")
    private boolean pending;

    private record Sum(String stage, long letters, Instant first, Instant last) {
        Sum plus(DeadLetter letter) {
            return new Sum(
                    stage,
                    letters + 1,
                    first.isBefore(letter.failedAt()) ? first : letter.failedAt(),
                    last.isAfter(letter.failedAt()) ? last : letter.failedAt());
        }
    }

    @Override
    public Integer call() {
        PrintWriter out = spec.commandLine().getOut();
        try (DlqQueue queue = DlqQueue.of(file.path());
                Marks marks = new Marks(pending ? queue.replay(Optional.empty(), false) : null)) {
            long all = count ? counts(queue, marks, out) : lines(queue, marks, out);
            if (all == 0) {
                out.println("There are no such letters in the " + queue.title());
            }
        }
        return 0;
    }

    /** What was put back, where somebody wants to know. */
    private record Marks(@Nullable Replay replay) implements AutoCloseable {
        Marks {
            if (replay != null) {
                replay.look();
            }
        }

        boolean has(DeadLetter letter) {
            return replay != null && replay.isDoneAnywhere(letter);
        }

        @Override
        public void close() {
            if (replay != null) {
                replay.close();
            }
        }
    }

    private long lines(DlqQueue queue, Marks marks, PrintWriter out) {
        List<String[]> rows = new ArrayList<>();
        long[] seen = {0};
        queue.reader().read(filter.filter(), letter -> {
            if (marks.has(letter)) {
                return true;
            }
            if (limit > 0 && seen[0] >= limit) {
                seen[0]++;
                return false;
            }
            seen[0]++;
            rows.add(new String[] {
                letter.failedAt().truncatedTo(ChronoUnit.SECONDS).toString(),
                letter.place(),
                letter.stage(),
                letter.code(),
                shortened(letter.message())
            });
            return true;
        });
        if (!rows.isEmpty()) {
            TextTable.print(out, List.of("GIVEN UP", "RECORD", "STAGE", "CODE", "REASON"), rows);
        }
        if (seen[0] > rows.size()) {
            out.println("There are more; --limit 0 prints all, --count sums them up");
        }
        return seen[0];
    }

    private long counts(DlqQueue queue, Marks marks, PrintWriter out) {
        Map<String, Sum> sums = new TreeMap<>();
        queue.reader().read(filter.filter(), letter -> {
            if (!marks.has(letter)) {
                Sum none = new Sum(letter.stage(), 0, letter.failedAt(), letter.failedAt());
                sums.put(letter.code(), sums.getOrDefault(letter.code(), none).plus(letter));
            }
            return true;
        });
        List<String[]> rows = new ArrayList<>();
        long all = 0;
        for (Map.Entry<String, Sum> sum : sums.entrySet()) {
            all += sum.getValue().letters();
            rows.add(new String[] {
                sum.getKey(),
                sum.getValue().stage(),
                Long.toString(sum.getValue().letters()),
                sum.getValue().first().truncatedTo(ChronoUnit.SECONDS).toString(),
                sum.getValue().last().truncatedTo(ChronoUnit.SECONDS).toString()
            });
        }
        if (!rows.isEmpty()) {
            TextTable.print(out, List.of("CODE", "STAGE", "LETTERS", "FIRST", "LAST"), rows);
            out.println(all + (all == 1 ? " letter" : " letters"));
        }
        return all;
    }

    private static String shortened(String message) {
        String line = PrintableText.line(message);
        return line.length() <= LONGEST_MESSAGE ? line : line.substring(0, LONGEST_MESSAGE - 3) + "...";
    }
}
