package org.lakeingest.app.cli;

import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import org.lakeingest.app.AppErrorCode;
import org.lakeingest.app.net.Surroundings;
import org.slf4j.LoggerFactory;
import picocli.CommandLine;

/** Entry point. */
public final class IngestMain {
    private IngestMain() {}

    /** Runs the command and ends the process with its status. */
    public static void main(String[] arguments) {
        Surroundings.apply(System.getenv());
        Stop stop = new Stop();
        stop.install();
        Thread.setDefaultUncaughtExceptionHandler(IngestMain::died);
        PrintWriter err = writer(System.err);
        int status = Failures.RUN_TIME;
        try {
            status = run(arguments, stop, writer(System.out), err);
        } catch (Error e) {
            status = Failures.report(e, err);
        } finally {
            // Else the hook that waits for it would keep the process for ever.
            stop.ended(status);
        }
        System.exit(status);
    }

    /** Threads of libraries; those of the pipeline end the process. Not a static logger: the form of the log is chosen later. */
    private static void died(Thread thread, Throwable cause) {
        LoggerFactory.getLogger(IngestMain.class)
                .error("[{}] thread {} died of {}", AppErrorCode.JVM_DIED, thread.getName(), cause.toString(), cause);
    }

    /**
     * Runs a command in this process.
     *
     * @return 0, 1 for a failure at run time, 2 for a mistake in configuration or usage
     */
    static int run(String[] arguments, Stop stop, PrintWriter out, PrintWriter err) {
        Logs.reset();
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
        int status = line.execute(arguments);
        if (out.checkError() && status == 0) {
            err.println(
                    Logs.failure("standard output cannot be written: the disk is full, or nobody reads it any more"));
            err.flush();
            return Failures.RUN_TIME;
        }
        return status;
    }

    private static PrintWriter writer(PrintStream stream) {
        // Straight onto the stream: only then does it know about errors of the stream.
        return new PrintWriter(stream, true, StandardCharsets.UTF_8);
    }
}
