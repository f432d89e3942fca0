package org.lakeingest.app.cli;

import java.io.PrintWriter;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import me.tongfei.progressbar.ConsoleProgressBarConsumer;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import org.jspecify.annotations.Nullable;
import org.lakeingest.api.DeadLetter;
import org.lakeingest.api.Replay;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Puts records back to where they were read. */
@Command(
        name = "replay",
        description = {
            "Puts records that were given up back into their topic, for the pipeline to read them again: key, value and",
            "headers as they were, and a header ingest.replay.of that names the first place. Each record once, however often",
            "this is run and wherever it was killed; letters stay in the queue."
        },
        mixinStandardHelpOptions = true)
final class DlqReplayCommand implements Callable<Integer> {
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
            names = "--to",
            paramLabel = "TOPIC",
            description = "Topic of the source's cluster to put them into, instead of the one each was read from.")
    private @Nullable String to;

    @Option(names = "--limit", defaultValue = "0", paramLabel = "N", description = "Put back N records at most.")
    private long limit;

    @Option(names = "--keep-timestamp", description = "Let records keep their timestamp, rather than get today's.")
    private boolean keepTimestamp;

    @Option(
            names = "--again",
            description = "Put back what was put back before, too. If that is cut short, running it anew starts anew.")
    private boolean again;

    @Option(names = "--dry-run", description = "Say how many would be put back, and do nothing.")
    private boolean dryRun;

    /** What the queue holds, seen from here. */
    private static final class Tally {
        long due;
        long doneBefore;
        long broken;
    }

    @Override
    public Integer call() {
        PrintWriter out = spec.commandLine().getOut();
        try (DlqQueue queue = DlqQueue.of(file.path());
                Replay replay = queue.replay(Optional.ofNullable(to), keepTimestamp)) {
            if (dryRun && !again) {
                replay.look();
            } else if (!dryRun) {
                replay.open(again);
            }
            Tally tally = count(queue, replay);
            String target = to == null ? "their topics" : to;
            if (dryRun) {
                out.println(records(tally.due) + " would be put back into " + target + others(tally));
                return 0;
            }
            long sent = tally.due == 0 ? 0 : send(queue, replay, tally.due);
            out.println(records(sent) + " put back into " + target + others(tally));
            return tally.broken == 0 ? 0 : Failures.RUN_TIME;
        }
    }

    private Tally count(DlqQueue queue, Replay replay) {
        Tally tally = new Tally();
        Set<String> places = new HashSet<>();
        queue.reader().read(filter.filter(), letter -> {
            if (!letter.isWhole()) {
                tally.broken++;
            } else if (!(dryRun && again) && replay.isDone(letter)) {
                tally.doneBefore++;
            } else if (places.add(letter.place())) {
                // A record may have several letters, and goes back once.
                tally.due++;
            }
            return limit <= 0 || tally.due < limit;
        });
        return tally;
    }

    private long send(DlqQueue queue, Replay replay, long due) {
        ProgressBar bar = Boolean.getBoolean("ingest.terminal") ? bar(due) : null;
        try {
            long[] left = {due};
            queue.reader().read(filter.filter(), letter -> {
                if (isDue(letter, replay) && left[0]-- > 0) {
                    replay.send(letter);
                    step(bar);
                }
                return left[0] > 0;
            });
            return replay.flush();
        } finally {
            if (bar != null) {
                bar.close();
            }
        }
    }

    private static boolean isDue(DeadLetter letter, Replay replay) {
        return letter.isWhole() && !replay.isDone(letter);
    }

    private static ProgressBar bar(long due) {
        return new ProgressBarBuilder()
                .setTaskName("Putting back")
                .setInitialMax(due)
                .setConsumer(new ConsoleProgressBarConsumer(System.err))
                .build();
    }

    private static void step(@Nullable ProgressBar bar) {
        if (bar != null) {
            bar.step();
        }
    }

    private static String others(Tally tally) {
        String done = tally.doneBefore == 0 ? "" : "; " + records(tally.doneBefore) + " put back before";
        return tally.broken == 0
                ? done
                : done + "; " + records(tally.broken)
                        + " kept without their value, which was too large: they are in their topic alone, if that still has them";
    }

    private static String records(long count) {
        return count == 1 ? "1 record" : count + " records";
    }
}
