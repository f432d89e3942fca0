package org.lakeingest.engine;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import org.lakeingest.api.RecordBatch;

/**
 * Work for the poll thread, first in, first out. Whoever posts while the poll thread waits in the source wakes it, but never
 * while a listener call runs in there: the commit that follows in the source would fail.
 *
 * <p>Mail never touches the source: some is read inside a listener call. It changes what the poll loop then acts upon.
 */
final class Mailbox {
    private enum Mode {
        /** The poll thread will look by itself. */
        AWAKE,
        POLLING,
        /** Somebody is about to call wakeup; for a moment only. */
        WAKING,
        CALLBACK
    }

    private final EngineThreads threads;
    private final Runnable wakeup;
    private final BlockingQueue<Runnable> mail = new LinkedBlockingQueue<>();
    private final AtomicReference<Mode> mode = new AtomicReference<>(Mode.AWAKE);

    Mailbox(EngineThreads threads, Runnable wakeup) {
        this.threads = threads;
        this.wakeup = wakeup;
    }

    /** Any thread. */
    void post(Runnable task) {
        mail.add(task);
        if (mode.compareAndSet(Mode.POLLING, Mode.WAKING)) {
            try {
                wakeup.run();
            } finally {
                mode.set(Mode.AWAKE);
            }
        }
    }

    /** Any thread; for what can wait until the poll thread looks by itself. */
    void postQuietly(Runnable task) {
        mail.add(task);
    }

    /** Poll thread. Does what has been posted by now; who keeps posting cannot keep it here. */
    void drain() {
        for (int left = mail.size(); left > 0; left--) {
            Runnable task = mail.poll();
            if (task != null) {
                task.run();
            }
        }
    }

    /** Poll thread. Waits for one piece of mail and does it; answers whether there was one. */
    boolean await(Duration timeout) {
        Runnable task = threads.await(mail, timeout);
        if (task != null) {
            task.run();
        }
        return task != null;
    }

    /** Poll thread. Polls the source so that mail ends the wait. */
    List<RecordBatch> whilePolling(Function<Duration, List<RecordBatch>> poll, Duration timeout) {
        mode.set(Mode.POLLING);
        try {
            // Looked at after the mode was set: who posts from now on sees it and wakes.
            return poll.apply(mail.isEmpty() ? timeout : Duration.ZERO);
        } finally {
            leavePolling(Mode.AWAKE);
        }
    }

    /** Poll thread, inside the source. Nobody wakes it until this returns; mail is left to the task. */
    void whileInCallback(Runnable task) {
        boolean polling = leavePolling(Mode.CALLBACK);
        try {
            task.run();
        } finally {
            mode.set(polling ? Mode.POLLING : Mode.AWAKE);
        }
    }

    /** Answers whether nobody has called wakeup; waits out one who is about to. */
    private boolean leavePolling(Mode next) {
        if (mode.compareAndSet(Mode.POLLING, next)) {
            return true;
        }
        while (mode.get() == Mode.WAKING) {
            Thread.onSpinWait();
        }
        mode.set(next);
        return false;
    }
}
