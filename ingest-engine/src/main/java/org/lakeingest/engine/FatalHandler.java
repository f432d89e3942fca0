package org.lakeingest.engine;

/**
 * Called when the process can no longer be trusted: memory has run out, or a thread of the engine died unexpectedly. It is
 * called on the dying thread, possibly more than once, and should end the process without running shutdown hooks; positions
 * are committed only for what is durable, so the next process loses nothing.
 */
@FunctionalInterface
public interface FatalHandler {
    /** Status of a process ended by {@link #halting}: a software error, in the words of sysexits. */
    int EXIT_STATUS = 70;

    void onFatal(String threadName, Throwable cause);

    /** Writes one line to standard error, since logging may need the memory that is gone, and halts with {@link #EXIT_STATUS}. */
    static FatalHandler halting() {
        return (threadName, cause) -> {
            try {
                System.err.println("[" + EngineErrorCode.THREAD_DEATH + "] thread " + threadName + " died of " + cause
                        + "; the process ends now and the next one goes on from the committed positions");
            } finally {
                Runtime.getRuntime().halt(EXIT_STATUS);
            }
        };
    }
}
