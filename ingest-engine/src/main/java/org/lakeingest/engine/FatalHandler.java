package org.lakeingest.engine;

import java.util.function.UnaryOperator;

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
        return halting(UnaryOperator.identity());
    }

    /**
     * The same with a line in a form of its own.
     *
     * @param form from the message to the line; when it throws, the message is the line
     */
    static FatalHandler halting(UnaryOperator<String> form) {
        return (threadName, cause) -> {
            try {
                String message = "[" + EngineErrorCode.THREAD_DEATH + "] thread " + threadName + " died of "
                        + String.valueOf(cause).replaceAll("\\s+", " ")
                        + "; the process ends now and the next one goes on from the committed positions";
                System.err.println(inForm(form, message));
            } finally {
                Runtime.getRuntime().halt(EXIT_STATUS);
            }
        };
    }

    @SuppressWarnings("CatchingUnchecked") // memory may be gone, and then the plain message is better than none
    private static String inForm(UnaryOperator<String> form, String message) {
        try {
            return form.apply(message);
        } catch (Throwable e) {
            return message;
        }
    }
}
