package org.lakeingest.app.sandbox;

import java.io.PrintWriter;
import java.util.concurrent.Callable;
import org.lakeingest.app.cli.CommandFailure;
import org.lakeingest.sandbox.LoadGenerator;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Produces numbered messages to any broker. */
@Command(
        name = "produce",
        description = "Produces numbered JSON messages to chosen partitions of a topic of any broker.",
        footer = {
            "",
            "Message n has the key key-n, goes to partition n modulo --partitions, and reads",
            "  {\"sequence\":n,\"partition\":p,\"name\":\"load-0000000n\",\"payload\":\"abcdefghijklmnopqrstuvwxyz0123456789\"}",
            "Prints produced= remaining= failed= elapsed= rate=; the exit status is 1 if any message was lost."
        },
        mixinStandardHelpOptions = true)
final class ProduceCommand implements Callable<Integer> {
    @Spec
    @SuppressWarnings("NullAway.Init") // injected
    private CommandSpec spec;

    @Mixin
    @SuppressWarnings("NullAway.Init") // injected
    private BrokerAddress broker;

    @Option(names = "--topic", required = true, paramLabel = "T", description = "Topic; it must exist.")
    @SuppressWarnings("NullAway.Init") // injected
    private String topic;

    @Option(names = "--start", defaultValue = "0", paramLabel = "N", description = "First sequence number. Default: 0.")
    private long start;

    @Option(names = "--count", required = true, paramLabel = "N", description = "Number of messages.")
    private long count;

    @Option(
            names = "--partitions",
            required = true,
            paramLabel = "N",
            description = "Messages go to the partitions 0 to N-1.")
    private int partitions;

    @Option(
            names = "--rate",
            defaultValue = "0",
            paramLabel = "N",
            description = "Messages per second; 0 for as many as possible. Default: 0.")
    private double rate;

    @Override
    public Integer call() throws Exception {
        PrintWriter out = spec.commandLine().getOut();
        if (start < 0 || count <= 0 || partitions <= 0 || rate < 0) {
            throw new CommandFailure(
                    2, "--start and --rate must not be negative, --count and --partitions must be positive", null);
        }
        return SandboxSupport.run(() -> {
            LoadGenerator.Options options = LoadGenerator.Options.of(broker.servers(), topic, start, count, partitions)
                    .withRate(rate);
            LoadGenerator.Result result = new LoadGenerator(options).run();
            out.println(result.line());
            return result.complete() ? 0 : 1;
        });
    }
}
