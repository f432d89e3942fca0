package org.lakeingest.app.sandbox;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.lakeingest.app.cli.CommandFailure;
import org.lakeingest.app.cli.Progress;
import org.lakeingest.sandbox.EmbeddedBroker;
import org.lakeingest.sandbox.LoadGenerator;
import org.lakeingest.sandbox.Topics;

/** One run of the benchmark: fills a topic, then lets one tool after the other read it. */
final class BenchRun implements Callable<Integer> {
    static final List<String> CASES = List.of("consumer", "ndjson", "parquet", "exactly-once", "streaming");

    private static final String EXACTLY_ONCE = "exactly-once";

    private static final String TOPIC = "bench";
    private static final Duration STUCK = Duration.ofMinutes(2);

    private final Plan plan;
    private final Progress progress;

    BenchRun(Plan plan, Progress progress) {
        this.plan = plan;
        this.progress = progress;
    }

    /**
     * What to measure. The topic holds {@code messages * rounds}.
     *
     * @param repeats how often all cases run, one after the other, so that what else the machine does meets each of them
     * @param lakeDsn a lake that runs already, else one that discards is started
     */
    record Plan(
            long messages,
            int rounds,
            int repeats,
            int partitions,
            int workers,
            List<String> cases,
            Optional<String> lakeDsn) {}

    @Override
    public Integer call() throws IOException, InterruptedException {
        progress.step("starting a Kafka broker" + (plan.lakeDsn().isPresent() ? "" : " and a lake that discards"));
        Path folder = Files.createTempDirectory("ingest-bench-");
        List<BenchResult> results = new ArrayList<>();
        try (EmbeddedBroker broker = EmbeddedBroker.start();
                BenchTarget lake = plan.lakeDsn().map(BenchTarget::external).orElseGet(BenchTarget::discarding)) {
            fill(broker.bootstrapServers());
            for (String name : plan.cases()) {
                results.add(new BenchResult(title(name), plan.messages()));
            }
            for (int repeat = 0; repeat < plan.repeats(); repeat++) {
                for (int i = 0; i < plan.cases().size(); i++) {
                    String name = plan.cases().get(i);
                    if (name.equals("consumer")) {
                        consumer(results.get(i), broker, folder);
                    } else {
                        pipeline(name, repeat, results.get(i), broker, lake, folder);
                    }
                }
            }
        } finally {
            deleteFiles(folder);
        }
        BenchResult.table(results).forEach(progress::line);
        return 0;
    }

    private void fill(String bootstrapServers) {
        long count = plan.messages() * plan.rounds();
        try (Topics topics = new Topics(bootstrapServers)) {
            topics.create(TOPIC, plan.partitions());
        }
        progress.step("producing %d messages to %d partitions", count, plan.partitions());
        LoadGenerator.Result result = new LoadGenerator(
                        new LoadGenerator.Options(bootstrapServers, TOPIC, 0, count, plan.partitions(), 0, Map.of()))
                .run();
        progress.step("%s", result);
    }

    private String title(String name) {
        return name.equals("consumer")
                ? "kafka-consumer-perf-test, 1 consumer"
                : "ingest, " + name + ", " + plan.workers() + " workers";
    }

    private void consumer(BenchResult result, EmbeddedBroker broker, Path folder)
            throws IOException, InterruptedException {
        progress.step("consumer: Kafka's consumer performance tool, %d rounds", plan.rounds());
        result.begin();
        try (BenchProcess tool = BenchProcess.java(
                folder.resolve("consumer.log"),
                "org.lakeingest.sandbox.ConsumerSpeed",
                broker.bootstrapServers(),
                TOPIC,
                Long.toString(plan.messages()),
                Integer.toString(plan.rounds()))) {
            long began = System.nanoTime();
            for (int round = 0; round < plan.rounds(); round++) {
                String line = awaitLine(tool, "round=" + round + " ");
                double cold = plan.messages() / seconds(began);
                double rate = Double.parseDouble(line.substring(line.indexOf("rate=") + "rate=".length()));
                result.add(round == 0 ? cold : rate, tool.cpu(), tool.peakMemoryMb());
            }
        }
    }

    private String awaitLine(BenchProcess tool, String prefix) throws IOException, InterruptedException {
        long began = System.nanoTime();
        while (true) {
            String printed = tool.output();
            // What is behind the last line break is still being written.
            for (String line :
                    printed.substring(0, printed.lastIndexOf('\n') + 1).lines().toList()) {
                if (line.startsWith(prefix)) {
                    return line.trim();
                }
            }
            check(tool, began);
            Thread.sleep(5);
        }
    }

    private void pipeline(
            String name, int repeat, BenchResult result, EmbeddedBroker broker, BenchTarget lake, Path folder)
            throws IOException, InterruptedException {
        progress.step("%s: ingest run with %d workers, %d rounds", name, plan.workers(), plan.rounds());
        String run = "bench_" + name.replace('-', '_') + "_" + repeat;
        Path file = Files.writeString(
                folder.resolve(run + ".yaml"), pipelineFile(name, run, broker.bootstrapServers(), lake.dsn()));
        lake.forget(run, run);
        long before = lake.rows(run);
        result.begin();
        try (BenchProcess tool = BenchProcess.ingest(folder.resolve(run + ".log"), "run", "-f", file.toString())) {
            long last = System.nanoTime();
            long reached = 0;
            for (int round = 0; round < plan.rounds(); round++) {
                long goal = plan.messages() * (round + 1);
                long rows = lake.rows(run) - before;
                while (rows < goal) {
                    check(tool, last);
                    Thread.sleep(lake.interval().toMillis());
                    rows = lake.rows(run) - before;
                }
                long now = System.nanoTime();
                result.add((rows - reached) * 1e9 / (now - last), tool.cpu(), tool.peakMemoryMb());
                reached = rows;
                last = now;
            }
        }
        lake.forget(run, run);
    }

    private String pipelineFile(String name, String run, String bootstrapServers, String dsn) {
        String format = name.equals(EXACTLY_ONCE) ? "parquet" : name;
        String load = name.equals("streaming") ? "load: streaming" : "load: copy, file-format: " + format;
        return """
                name: %s
                workers: %d
                source: {type: kafka, bootstrap-servers: "%s", topics: [%s], group-id: %s}
                decoder: {type: json}
                sink: {type: lake, dsn: "%s", table: default.%s, layout: raw, %s}
                batch: {max-rows: 50000}
                admin: {enabled: false}
                delivery: %s
                """.formatted(
                        run,
                        plan.workers(),
                        bootstrapServers,
                        TOPIC,
                        run,
                        dsn,
                        run,
                        load,
                        name.equals(EXACTLY_ONCE) ? EXACTLY_ONCE : "at-least-once");
    }

    private static void check(BenchProcess tool, long since) throws IOException {
        if (!tool.alive() || System.nanoTime() - since > STUCK.toNanos()) {
            throw new CommandFailure(
                    1,
                    (tool.alive() ? "nothing moves; it printed\n" : "the tool has ended; it printed\n") + tool.output(),
                    null);
        }
    }

    private static double seconds(long began) {
        return (System.nanoTime() - began) / 1e9;
    }

    private static void deleteFiles(Path folder) throws IOException {
        try (var files = Files.list(folder)) {
            for (Path file : files.toList()) {
                Files.deleteIfExists(file);
            }
        }
        Files.deleteIfExists(folder);
    }
}
