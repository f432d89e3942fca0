package org.lakeingest.app.cli;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.lakeingest.app.AppErrorCode;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A request to stop that any thread can wait for. It comes from SIGTERM, SIGINT or SIGHUP by way of the JVM's shutdown hooks, which is
 * the supported way: the hook holds the JVM back until the command has ended, then leaves with the command's own status instead of the
 * JVM's 143. SIGQUIT, which the JVM keeps for itself, and a second signal are the launcher's part; see {@code bin/ingest}. Thread-safe.
 */
public final class Stop {
    private static final long PARENT_CHECK_MILLIS = 200;
    private static final int STATUS_KILLED = 137;

    private final CountDownLatch requested = new CountDownLatch(1);
    private final CountDownLatch ended = new CountDownLatch(1);
    private volatile int status;

    /** Takes over the signals and watches the launcher, if there is one. Call once; then {@link #ended} must be called, too. */
    public void install() {
        Runtime.getRuntime().addShutdownHook(new Thread(this::onShutdown, "stop"));
        Long launcher = Long.getLong("ingest.launcher");
        if (launcher != null) {
            Thread watch = new Thread(() -> watch(launcher), "launcher-watch");
            watch.setDaemon(true);
            watch.start();
        }
    }

    @SuppressWarnings("SystemOut") // nothing may be lost that the command has printed
    private void onShutdown() {
        if (ended.getCount() > 0) {
            // Not a static field: this class is there before the command line has said how to log.
            Logger log = LoggerFactory.getLogger(Stop.class);
            log.info("Asked to stop: draining; a second signal stops at once");
        }
        requested.countDown();
        try {
            ended.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        System.out.flush();
        System.err.flush();
        Runtime.getRuntime().halt(status);
    }

    /** A launcher that was killed outright must not leave a pipeline behind that nobody knows of. */
    // The JDK itself polls for processes that are not its children; no logger, as nothing may hold up the end.
    @SuppressWarnings({"BusyWait", "SystemOut"})
    private static void watch(long launcher) {
        try {
            while (ProcessHandle.current().parent().map(ProcessHandle::pid).orElse(0L) == launcher) {
                Thread.sleep(PARENT_CHECK_MILLIS);
            }
        } catch (InterruptedException e) {
            return;
        }
        System.err.println(Logs.failure("[" + AppErrorCode.JVM_DIED
                + "] the launcher was killed; what was not durable will be" + " read again"));
        Runtime.getRuntime().halt(STATUS_KILLED);
    }

    /** The command has ended with this status; the process may go. */
    public void ended(int exitStatus) {
        status = exitStatus;
        ended.countDown();
    }

    /** Asks what a signal asks. */
    public void request() {
        requested.countDown();
    }

    public boolean isRequested() {
        return requested.getCount() == 0;
    }

    /** Waits for a request. */
    public void await() throws InterruptedException {
        requested.await();
    }

    /** Waits for a request, at most that long; answers whether there was one. */
    public boolean await(long time, TimeUnit unit) throws InterruptedException {
        return requested.await(time, unit);
    }
}
