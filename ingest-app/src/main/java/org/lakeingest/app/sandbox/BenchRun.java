package org.lakeingest.app.sandbox;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.lakeingest.app.cli.CommandFailure;
import org.lakeingest.app.cli.Progress;
import org.lakeingest.sandbox.EmbeddedBroker;
import org.lakeingest.sandbox.LoadGenerator;
import org.lakeingest.sandbox.Topics;
import org.lakeingest.sandbox.lake.DiscardingLake;
import org.lakeingest.sandbox.lake.LakeOptions;

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

    /** What to measure. The topic holds {@code messages * rounds}. */
    record Plan(long messages, int rounds, int partitions, int workers, List<String> cases) {}

    @Override
    public Integer call() throws IOException, InterruptedException {
        progress.step("starting a Kafka broker and a lake that discards");
        Path folder = Files.createTempDirectory("ingest-bench-");
        List<BenchResult> results = new ArrayList<>();
        try (EmbeddedBroker broker = EmbeddedBroker.start();
                DiscardingLake lake = DiscardingLake.start(LakeOptions.inMemory())) {
            fill(broker.bootstrapServers());
            for (String name : plan.cases()) {
                results.add(name.equals("consumer") ? consumer(broker, folder) : pipeline(name, broker, lake, folder));
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

    private BenchResult consumer(EmbeddedBroker broker, Path folder) throws IOException, InterruptedException {
        progress.step("consumer: Kafka's consumer performance tool, %d rounds", plan.rounds());
        BenchResult result = new BenchResult("kafka-consumer-perf-test, 1 consumer", plan.messages());
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
        return result;
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
        }
    }

    private BenchResult pipeline(String name, EmbeddedBroker broker, DiscardingLake lake, Path folder)
            throws IOException, InterruptedException {
        progress.step("%s: ingest run with %d workers, %d rounds", name, plan.workers(), plan.rounds());
        Path file = Files.writeString(
                folder.resolve(name + ".yaml"), pipelineFile(name, broker.bootstrapServers(), lake.dsn()));
        BenchResult result = new BenchResult("ingest, " + name + ", " + plan.workers() + " workers", plan.messages());
        long before = lake.rows();
        try (BenchProcess tool = BenchProcess.ingest(folder.resolve(name + ".log"), "run", "-f", file.toString())) {
            long last = System.nanoTime();
            long reached = 0;
            for (int round = 0; round < plan.rounds(); round++) {
                long goal = plan.messages() * (round + 1);
                while (lake.rows() - before < goal) {
                    check(tool, last);
                }
                long rows = lake.rows() - before;
                long now = System.nanoTime();
                result.add((rows - reached) * 1e9 / (now - last), tool.cpu(), tool.peakMemoryMb());
                reached = rows;
                last = now;
            }
        }
        return result;
    }

    private String pipelineFile(String name, String bootstrapServers, String dsn) {
        String format = name.equals(EXACTLY_ONCE) ? "parquet" : name;
        String load = name.equals("streaming") ? "load: streaming" : "load: copy, file-format: " + format;
        return """
                name: bench-%s
                workers: %d
                source: {type: kafka, bootstrap-servers: "%s", topics: [%s], group-id: bench-%s}
                decoder: {type: json}
                sink: {type: lake, dsn: "%s", table: default.bench, layout: raw, %s}
                batch: {max-rows: 50000}
                admin: {enabled: false}
                delivery: %s
                """.formatted(
                        name,
                        plan.workers(),
                        bootstrapServers,
                        TOPIC,
                        name,
                        dsn,
                        load,
                        name.equals(EXACTLY_ONCE) ? EXACTLY_ONCE : "at-least-once");
    }

    private static void check(BenchProcess tool, long since) throws IOException, InterruptedException {
        if (!tool.alive() || System.nanoTime() - since > STUCK.toNanos()) {
            throw new CommandFailure(
                    1,
                    (tool.alive() ? "nothing moves; it printed\n" : "the tool has ended; it printed\n") + tool.output(),
                    null);
        }
        Thread.sleep(5);
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
