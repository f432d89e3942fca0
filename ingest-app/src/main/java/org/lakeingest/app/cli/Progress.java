package org.lakeingest.app.cli;

import java.io.PrintWriter;
import java.util.Locale;

/**
 * Tells what is going on: steps as lines with the time since the start, and, on a terminal, a status line that is written over. Off a
 * terminal the status comes as a line every few seconds. Thread-safe.
 */
public final class Progress {
    private static final long PLAIN_STATUS_NANOS = 5_000_000_000L;
    private static final String CLEAR_LINE = "\r\u001B[K";

    private final PrintWriter out;
    private final boolean terminal;
    private final long began = System.nanoTime();
    private long lastPlainStatus = began;
    private boolean statusShown;

    /** @param terminal whether a line can be written over */
    public Progress(PrintWriter out, boolean terminal) {
        this.out = out;
        this.terminal = terminal;
    }

    /** Something has been done or begins. */
    public synchronized void step(String format, Object... arguments) {
        clear();
        out.printf(Locale.ROOT, "[%5.1f s] %s%n", seconds(), String.format(Locale.ROOT, format, arguments));
        out.flush();
    }

    /** How it stands; replaced by the next. */
    public synchronized void status(String format, Object... arguments) {
        if (terminal) {
            out.print(CLEAR_LINE);
            out.printf(Locale.ROOT, "[%5.1f s] %s", seconds(), String.format(Locale.ROOT, format, arguments));
            out.flush();
            statusShown = true;
        } else if (System.nanoTime() - lastPlainStatus >= PLAIN_STATUS_NANOS) {
            lastPlainStatus = System.nanoTime();
            step(format, arguments);
        }
    }

    /** A line as it is. */
    public synchronized void line(String text) {
        clear();
        out.println(text);
        out.flush();
    }

    /** Since it was made. */
    public double seconds() {
        return (System.nanoTime() - began) / 1e9;
    }

    private void clear() {
        if (statusShown) {
            out.print(CLEAR_LINE);
            statusShown = false;
        }
    }
}
