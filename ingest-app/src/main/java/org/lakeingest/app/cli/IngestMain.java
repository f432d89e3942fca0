package org.lakeingest.app.cli;

import java.io.OutputStreamWriter;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import org.lakeingest.app.net.Surroundings;
import picocli.CommandLine;

/** Entry point. */
public final class IngestMain {
    private IngestMain() {}

    /** Runs the command and ends the process with its status. */
    public static void main(String[] arguments) {
        Surroundings.apply(System.getenv());
        Stop stop = new Stop();
        stop.install();
        int status = run(arguments, stop, writer(System.out), writer(System.err));
        stop.ended(status);
        System.exit(status);
    }

    /**
     * Runs a command in this process.
     *
     * @return 0, 1 for a failure at run time, 2 for a mistake in configuration or usage
     */
    static int run(String[] arguments, Stop stop, PrintWriter out, PrintWriter err) {
        CommandLine line = new CommandLine(new IngestCommand(), new CommandFactory(stop));
        line.setOut(out);
        line.setErr(err);
        line.setUsageHelpWidth(110);
        line.setExecutionStrategy(parsed -> {
            Logs.configure(parsed);
            return new CommandLine.RunLast().execute(parsed);
        });
        line.setExecutionExceptionHandler(new Failures());
        line.setParameterExceptionHandler(Failures::usage);
        return line.execute(arguments);
    }

    private static PrintWriter writer(PrintStream stream) {
        return new PrintWriter(new OutputStreamWriter(stream, StandardCharsets.UTF_8), true);
    }
}
