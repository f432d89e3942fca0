package org.lakeingest.app.cli;

import java.io.PrintWriter;
import java.time.Instant;
import java.util.concurrent.Callable;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.lakeingest.api.DeadLetter;
import org.lakeingest.api.DeadLetterFilter;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Shows one record that was given up. */
@Command(
        name = "show",
        description = "Shows all that is known of one record: why it was given up, its key, value and headers.",
        mixinStandardHelpOptions = true)
final class DlqShowCommand implements Callable<Integer> {
    private static final Pattern PLACE = Pattern.compile("([a-zA-Z0-9._-]+)/(\\d{1,9})/(\\d{1,18})");

    @Spec
    @SuppressWarnings("NullAway.Init") // injected
    private CommandSpec spec;

    @Mixin
    @SuppressWarnings("NullAway.Init") // injected
    private FileOption file;

    @Parameters(paramLabel = "TOPIC/PARTITION/OFFSET", description = "The record, as `ingest dlq list` names it.")
    @SuppressWarnings("NullAway.Init") // injected
    private String place;

    @Option(names = "--full", description = "Print key and value to their end.")
    private boolean full;

    @Override
    public Integer call() {
        Matcher parts = PLACE.matcher(place);
        if (!parts.matches()) {
            throw new ParameterException(
                    spec.commandLine(), "'" + place + "' is no record; write TOPIC/PARTITION/OFFSET, like orders/3/17");
        }
        DeadLetterFilter wanted =
                DeadLetterFilter.at(parts.group(1), Integer.parseInt(parts.group(2)), Long.parseLong(parts.group(3)));
        PrintWriter out = spec.commandLine().getOut();
        int[] found = {0};
        try (DlqQueue queue = DlqQueue.of(file.path())) {
            queue.reader().read(wanted, letter -> {
                if (found[0]++ > 0) {
                    out.println();
                }
                print(letter, out);
                return true;
            });
            if (found[0] == 0) {
                throw new CommandFailure(
                        Failures.RUN_TIME, "there is no letter of " + place + " in the " + queue.title(), null);
            }
        }
        return 0;
    }

    private void print(DeadLetter letter, PrintWriter out) {
        line(out, "Record", letter.place());
        line(out, "Incarnation", letter.partition().incarnation());
        String time = letter.timestampMillis() < 0
                ? "none"
                : Instant.ofEpochMilli(letter.timestampMillis()) + (letter.logAppend() ? " (by the log)" : "");
        line(out, "Timestamp", time);
        line(out, "Given up", letter.failedAt() + " by " + letter.pipeline() + ", version " + letter.version());
        line(out, "Stage", letter.stage() + ", attempt " + letter.attempt());
        line(out, "Code", letter.code());
        line(out, "Reason", PrintableText.line(letter.message()));
        for (DeadLetter.Header header : letter.headers()) {
            line(out, "Header", PrintableText.line(header.name()) + ": " + PrintableText.of(header.value(), full));
        }
        line(out, "Key", PrintableText.of(letter.key(), full));
        String value = letter.isWhole()
                ? PrintableText.of(letter.value(), full)
                : "(left out, " + letter.leftOut() + " bytes: too large for the queue)";
        line(out, "Value", value);
    }

    private static void line(PrintWriter out, String name, String value) {
        out.printf("%-12s %s%n", name, value);
    }
}
