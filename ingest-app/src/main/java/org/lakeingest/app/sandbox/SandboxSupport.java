package org.lakeingest.app.sandbox;

import java.util.concurrent.Callable;
import org.lakeingest.app.cli.CommandFailure;
import org.lakeingest.sandbox.SandboxException;

/** The border to the sandbox's library, which a distribution may lack. */
final class SandboxSupport {
    private static final String PROBE = "org.lakeingest.sandbox.EmbeddedBroker";

    private SandboxSupport() {}

    /** Runs what needs the library; its failures are one line each and end with status 1. */
    static int run(Callable<Integer> command) throws Exception {
        try {
            Class.forName(PROBE, false, SandboxSupport.class.getClassLoader());
        } catch (ClassNotFoundException e) {
            throw new CommandFailure(
                    2, "this distribution holds no sandbox; build one without -Ddist.sandbox=false", e);
        }
        return Guarded.call(command);
    }

    /** Apart, so that this class loads without the library. */
    private static final class Guarded {
        static int call(Callable<Integer> command) throws Exception {
            try {
                return command.call();
            } catch (SandboxException e) {
                throw new CommandFailure(1, String.valueOf(e.getMessage()), e);
            }
        }
    }
}
