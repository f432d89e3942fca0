package org.lakeingest.sandbox;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import org.apache.kafka.tools.ConsumerPerformance;

/**
 * Runs Kafka's own {@code kafka-consumer-perf-test} several times in one JVM, so that its warm speed can be seen too. Prints a
 * line {@code round= rows= rate=} for each; the rate is the tool's own, without the time to join the group.
 */
public final class ConsumerSpeed {
    /** Column of the tool's output: messages per second of fetching. */
    private static final int FETCH_RATE = 9;

    private static final int MESSAGES = 4;
    private static final Pattern COLUMN = Pattern.compile(",\\s*");

    private ConsumerSpeed() {}

    /** Arguments: bootstrap servers, topic, messages per round, rounds. */
    @SuppressWarnings("SystemOut") // a program of its own, read by whoever started it
    public static void main(String[] arguments) {
        PrintStream out = System.out;
        int rounds = Integer.parseInt(arguments[3]);
        for (int round = 0; round < rounds; round++) {
            List<String> columns =
                    COLUMN.splitAsStream(measure(arguments, round).trim()).toList();
            out.printf(
                    Locale.ROOT, "round=%d rows=%s rate=%s%n", round, columns.get(MESSAGES), columns.get(FETCH_RATE));
            out.flush();
        }
    }

    @SuppressWarnings("SystemOut") // the tool answers in no other way
    private static String measure(String[] arguments, int round) {
        PrintStream out = System.out;
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        System.setOut(new PrintStream(printed, true, StandardCharsets.UTF_8));
        try {
            ConsumerPerformance.main(new String[] {
                "--bootstrap-server",
                arguments[0],
                "--topic",
                arguments[1],
                "--num-records",
                arguments[2],
                "--group",
                "consumer-speed-" + ProcessHandle.current().pid() + "-" + round,
                "--timeout",
                "20000",
                "--hide-header"
            });
        } finally {
            System.setOut(out);
        }
        List<String> lines =
                printed.toString(StandardCharsets.UTF_8).trim().lines().toList();
        return lines.get(lines.size() - 1);
    }
}
