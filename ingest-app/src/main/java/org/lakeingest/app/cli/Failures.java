package org.lakeingest.app.cli;

import java.io.PrintWriter;
import org.lakeingest.api.ErrorKind;
import org.lakeingest.api.IngestException;
import org.lakeingest.app.AppErrorCode;
import org.lakeingest.app.ConfigException;
import picocli.CommandLine;

/** Turns what a command throws into lines for the user and an exit status. Traces only with {@code --stacktrace}. */
final class Failures implements CommandLine.IExecutionExceptionHandler {
    static final int RUN_TIME = 1;
    static final int CONFIGURATION = 2;

    @Override
    public int handleExecutionException(Exception thrown, CommandLine line, CommandLine.ParseResult parsed) {
        PrintWriter err = line.getErr();
        int status = report(thrown, err);
        if (Logs.wantsTraces(parsed)) {
            thrown.printStackTrace(err);
        }
        err.flush();
        return status;
    }

    private static int report(Exception thrown, PrintWriter err) {
        if (thrown instanceof ConfigException config) {
            String.valueOf(config.getMessage()).lines().forEach(each -> err.println(Logs.failure(each)));
            return CONFIGURATION;
        }
        if (thrown instanceof CommandFailure failure) {
            err.println(Logs.failure(String.valueOf(failure.getMessage())));
            return failure.status();
        }
        if (thrown instanceof IngestException known) {
            err.println(Logs.failure("[" + known.code().name() + "] " + known.getMessage()));
            return status(known);
        }
        err.println(Logs.failure("unexpected " + thrown + "; this is a defect, --stacktrace shows where"));
        return RUN_TIME;
    }

    /** What no command may throw: a linkage error, a stack that is full. */
    static int report(Error thrown, PrintWriter err) {
        err.println(Logs.failure("[" + AppErrorCode.JVM_DIED + "] the command died of " + thrown
                + "; the installation is damaged, or this is a defect"));
        err.flush();
        return RUN_TIME;
    }

    static int status(IngestException thrown) {
        ErrorKind kind = thrown.code().kind();
        return kind == ErrorKind.CONFIGURATION || kind == ErrorKind.BLOCKED ? CONFIGURATION : RUN_TIME;
    }

    /** A mistake on the command line: what is wrong, the nearest names, and where to read on. */
    static int usage(CommandLine.ParameterException mistake, String[] arguments) {
        CommandLine line = mistake.getCommandLine();
        PrintWriter err = line.getErr();
        if (line.getCommandSpec().name().equals(DropInCommand.NAME)) {
            Logs.flat();
            err.println(Logs.failure(String.valueOf(mistake.getMessage())));
            err.flush();
            return CONFIGURATION;
        }
        err.println("ingest: " + mistake.getMessage());
        CommandLine.UnmatchedArgumentException.printSuggestions(mistake, err);
        err.println("`" + line.getCommandSpec().qualifiedName() + " --help` lists what there is.");
        err.flush();
        return CONFIGURATION;
    }
}
