package org.lakeingest.app.sandbox;

import java.io.PrintWriter;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.lakeingest.app.cli.Progress;
import org.lakeingest.app.cli.Stop;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** A broker, a lake and a pipeline in one process. No type of the sandbox's library occurs in a signature here. */
@Command(
        name = "sandbox",
        description = {
            "Starts a Kafka broker, a lake and a pipeline between them in this process, and produces messages.",
            "Nothing to install, nothing left behind. CTRL-C stops everything."
        },
        subcommands = {TopicCommand.class, ProduceCommand.class, BenchCommand.class},
        mixinStandardHelpOptions = true,
        synopsisSubcommandLabel = "[COMMAND]",
        footer = {
            "",
            "Examples:",
            "  ingest sandbox                                       keeps producing, shows what happens, prints addresses",
            "  ingest sandbox --once --messages 100000 --partitions 2 --expand-to 8",
            "                                                       one run with an online expansion, checked to the row",
            "  ingest sandbox --services-only --kafka-port 9092 --lake-port 8002",
            "                                                       only broker and lake; then `ingest run -f FILE`",
            "  ingest sandbox --once --lake-dsn http://user:password@lake.example:8000/default",
            "                                                       the same against a lake that runs elsewhere",
            "  ingest sandbox bench                                 rows per second beside Kafka's own consumer tool"
        })
public final class SandboxCommand implements Callable<Integer> {
    private final Stop stop;

    @Spec
    @SuppressWarnings("NullAway.Init") // injected
    private CommandSpec spec;

    @Option(
            names = "--once",
            description =
                    "Produce a tenth of the messages, expand the topic, produce the rest, stop, and check the outcome"
                            + " at the lake and the broker. Exit status 0 only if all of it is right.")
    private boolean once;

    @Option(
            names = "--messages",
            defaultValue = "100000",
            paramLabel = "N",
            description = "Messages of --once. Default: ${DEFAULT-VALUE}.")
    private long messages;

    @Option(
            names = "--partitions",
            defaultValue = "2",
            paramLabel = "N",
            description = "Partitions of the topic at the start. Default: ${DEFAULT-VALUE}.")
    private int partitions;

    @Option(
            names = "--expand-to",
            defaultValue = "8",
            paramLabel = "N",
            description = "Partitions after the expansion of --once. Default: ${DEFAULT-VALUE}.")
    private int expandTo;

    @Option(
            names = "--workers",
            defaultValue = "4",
            paramLabel = "N",
            description = "Members of the consumer group. Default: ${DEFAULT-VALUE}.")
    private int workers;

    @Option(
            names = "--load",
            defaultValue = "copy",
            paramLabel = "MODE",
            description = "How rows get into the lake: copy or streaming. Default: ${DEFAULT-VALUE}.")
    @SuppressWarnings("NullAway.Init") // injected
    private String load;

    @Option(
            names = "--rate",
            defaultValue = "1000",
            paramLabel = "N",
            description = "Messages per second without --once; 0 for as many as possible. Default: ${DEFAULT-VALUE}.")
    private double rate;

    @Option(names = "--services-only", description = "Start broker and lake only.")
    private boolean servicesOnly;

    @Option(
            names = "--kafka-port",
            defaultValue = "0",
            paramLabel = "PORT",
            description = "Port of the broker; 0 takes a free one. Default: ${DEFAULT-VALUE}.")
    private int kafkaPort;

    @Option(
            names = "--lake-port",
            defaultValue = "0",
            paramLabel = "PORT",
            description = "Port of the lake; 0 takes a free one. Default: ${DEFAULT-VALUE}.")
    private int lakePort;

    @Option(
            names = "--lake-dsn",
            paramLabel = "DSN",
            description = "Use this lake instead of starting one: scheme://user:password@host:port/database?key=value."
                    + " The run makes a table of its own and leaves it there.")
    private @Nullable String lakeDsn;

    @Option(
            names = "--admin-port",
            defaultValue = "0",
            paramLabel = "PORT",
            description = "Port of metrics and health; 0 takes a free one. Default: ${DEFAULT-VALUE}.")
    private int adminPort;

    @Option(
            names = "--before-check",
            paramLabel = "SQL",
            description =
                    "Statement for the lake before --once checks; {table} stands for the table. Shows what the check"
                            + " finds: try \"DELETE FROM {table} WHERE koffset = 0\".")
    private @Nullable String beforeCheck;

    public SandboxCommand(Stop stop) {
        this.stop = stop;
    }

    @Override
    public Integer call() throws Exception {
        check();
        SandboxPlan plan = new SandboxPlan(
                messages,
                partitions,
                expandTo,
                workers,
                load,
                rate,
                lakeDsn,
                new SandboxPlan.Ports(kafkaPort, lakePort, adminPort));
        PrintWriter out = spec.commandLine().getOut();
        Progress progress = new Progress(out, Boolean.getBoolean("ingest.terminal"));
        return SandboxSupport.run(() -> {
            if (servicesOnly) {
                return new ServicesRun(plan, progress, stop).call();
            }
            return once
                    ? new OnceRun(plan, progress, stop, beforeCheck).call()
                    : new LiveRun(plan, progress, stop).call();
        });
    }

    private void check() {
        if (messages < 10 || partitions < 1 || workers < 1 || rate < 0) {
            throw mistake("--messages must be 10 or more, --partitions and --workers 1 or more, --rate not negative");
        }
        if (once && expandTo < partitions) {
            throw mistake("--expand-to must not be below --partitions: a topic can only grow");
        }
        if (!load.equals("copy") && !load.equals("streaming")) {
            throw mistake("--load must be copy or streaming, not '" + load + "'");
        }
        if (lakeDsn != null) {
            LakeAddress.parse(lakeDsn);
        }
        if (lakeDsn != null && (servicesOnly || lakePort != 0)) {
            throw mistake("--lake-dsn names a lake that runs already; leave --lake-port and --services-only out");
        }
        if (beforeCheck != null && !once) {
            throw mistake("--before-check needs --once");
        }
    }

    private ParameterException mistake(String message) {
        return new ParameterException(spec.commandLine(), message);
    }
}
