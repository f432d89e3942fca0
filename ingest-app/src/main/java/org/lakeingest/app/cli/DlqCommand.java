package org.lakeingest.app.cli;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** What an operator does with dead letters. */
@Command(
        name = "dlq",
        description = {
            "Lists, shows and puts back the records that a pipeline has given up.",
            "They are in the queue that the section dead-letters of the pipeline's file names; the pipeline may run."
        },
        subcommands = {DlqListCommand.class, DlqShowCommand.class, DlqReplayCommand.class},
        mixinStandardHelpOptions = true)
final class DlqCommand implements Runnable {
    @Spec
    @SuppressWarnings("NullAway.Init") // injected
    private CommandSpec spec;

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "say what to do: list, show or replay");
    }
}
