package org.lakeingest.app.sandbox;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.lakeingest.app.cli.Progress;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Measures how fast the distribution reads a topic into a lake that discards everything. */
@Command(
        name = "bench",
        description = {
            "Measures raw mode into a lake that discards, beside Kafka's own consumer performance tool on the same topic.",
            "Starts a broker and a lake that counts and forgets, fills a topic, then runs each tool in a JVM of its own."
        },
        mixinStandardHelpOptions = true,
        footer = {
            "",
            "The first round of a tool holds the start of its JVM and is called cold; warm is the median of the others. The",
            "ratio is the median over the repeats.",
            "CPU is that of the tool alone, user and system, for a million messages. Machines are noisy: trust ratios of one",
            "run, and medians of several."
        })
final class BenchCommand implements Callable<Integer> {
    @Spec
    @SuppressWarnings("NullAway.Init") // injected
    private CommandSpec spec;

    @Option(
            names = "--messages",
            defaultValue = "1000000",
            paramLabel = "N",
            description = "Messages per round. Default: ${DEFAULT-VALUE}.")
    private long messages;

    @Option(
            names = "--rounds",
            defaultValue = "4",
            paramLabel = "N",
            description = "Rounds, the cold one included. Default: ${DEFAULT-VALUE}.")
    private int rounds;

    @Option(
            names = "--repeats",
            defaultValue = "1",
            paramLabel = "N",
            description = "How often all cases run, in turn, each in a new JVM. Default: ${DEFAULT-VALUE}.")
    private int repeats;

    @Option(
            names = "--lake-dsn",
            paramLabel = "DSN",
            description = {
                "Load into this lake instead, into tables named bench_, which are dropped.",
                "Default: a lake that discards rows, and keeps the ledger."
            })
    private @Nullable String lakeDsn;

    @Option(
            names = "--partitions",
            defaultValue = "8",
            paramLabel = "N",
            description = "Partitions of the topic. Default: ${DEFAULT-VALUE}.")
    private int partitions;

    @Option(
            names = "--workers",
            defaultValue = "2",
            paramLabel = "N",
            description = "Members of the consumer group. Default: ${DEFAULT-VALUE}.")
    private int workers;

    @Option(
            names = "--cases",
            split = ",",
            defaultValue = "consumer,ndjson,parquet",
            paramLabel = "CASE",
            description =
                    "What to measure, in this order: consumer, ndjson, parquet, exactly-once (parquet with the ledger),"
                            + " streaming. Default: ${DEFAULT-VALUE}.")
    @SuppressWarnings("NullAway.Init") // injected
    private List<String> cases;

    @Override
    public Integer call() throws Exception {
        if (messages < 1 || rounds < 2 || repeats < 1 || partitions < 1 || workers < 1) {
            throw new ParameterException(
                    spec.commandLine(),
                    "--messages, --repeats, --partitions and --workers must be 1 or more, --rounds 2 or more");
        }
        for (String name : cases) {
            if (!BenchRun.CASES.contains(name)) {
                throw new ParameterException(
                        spec.commandLine(),
                        "--cases knows " + String.join(", ", BenchRun.CASES) + ", not '" + name + "'");
            }
        }
        Progress progress = new Progress(spec.commandLine().getOut(), Boolean.getBoolean("ingest.terminal"));
        BenchRun.Plan plan = new BenchRun.Plan(
                messages, rounds, repeats, partitions, workers, List.copyOf(cases), Optional.ofNullable(lakeDsn));
        return SandboxSupport.run(() -> new BenchRun(plan, progress).call());
    }
}
