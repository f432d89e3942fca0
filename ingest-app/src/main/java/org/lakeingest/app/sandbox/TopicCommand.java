package org.lakeingest.app.sandbox;

import java.io.PrintWriter;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Administers topics of any broker. No type of the sandbox's library occurs in a signature here, since it may be missing. */
@Command(
        name = "topic",
        description = "Creates, enlarges, deletes or describes a topic of any broker.",
        subcommands = {
            TopicCommand.Create.class,
            TopicCommand.Alter.class,
            TopicCommand.Delete.class,
            TopicCommand.Describe.class
        },
        mixinStandardHelpOptions = true)
final class TopicCommand implements Runnable {
    @Spec
    @SuppressWarnings("NullAway.Init") // injected
    private CommandSpec spec;

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "say what to do: create, alter, delete or describe");
    }

    private abstract static class One implements Callable<Integer> {
        @Spec
        @SuppressWarnings("NullAway.Init") // injected
        private CommandSpec spec;

        @Mixin
        @SuppressWarnings("NullAway.Init") // injected
        private BrokerAddress broker;

        @Option(names = "--topic", required = true, paramLabel = "T", description = "Name of the topic.")
        @SuppressWarnings("NullAway.Init") // injected
        private String topic;

        abstract void run(TopicActions actions);

        @Override
        public final Integer call() throws Exception {
            PrintWriter out = spec.commandLine().getOut();
            return SandboxSupport.run(() -> {
                try (TopicActions actions = new TopicActions(broker.servers(), topic, out)) {
                    run(actions);
                    return 0;
                }
            });
        }
    }

    @Command(
            name = "create",
            description = "Creates a topic and waits until every partition has a leader.",
            mixinStandardHelpOptions = true)
    static final class Create extends One {
        @Option(names = "--partitions", required = true, paramLabel = "N", description = "Number of partitions.")
        private int partitions;

        @Override
        void run(TopicActions actions) {
            actions.create(partitions);
        }
    }

    @Command(
            name = "alter",
            description = "Raises the number of partitions and waits until the new ones have a leader.",
            mixinStandardHelpOptions = true)
    static final class Alter extends One {
        @Option(names = "--partitions", required = true, paramLabel = "N", description = "New number of partitions.")
        private int partitions;

        @Override
        void run(TopicActions actions) {
            actions.alter(partitions);
        }
    }

    @Command(
            name = "delete",
            description = "Deletes a topic and waits until the broker knows it no more.",
            mixinStandardHelpOptions = true)
    static final class Delete extends One {
        @Override
        void run(TopicActions actions) {
            actions.delete();
        }
    }

    @Command(
            name = "describe",
            description = "Prints the partitions of a topic and, with --group, how far a consumer group is.",
            mixinStandardHelpOptions = true)
    static final class Describe extends One {
        @Option(names = "--group", paramLabel = "G", description = "Consumer group whose lag to print.")
        private @Nullable String group;

        @Override
        void run(TopicActions actions) {
            actions.describe(group);
        }
    }
}
