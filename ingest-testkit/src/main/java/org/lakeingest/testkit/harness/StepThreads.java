package org.lakeingest.testkit.harness;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Executor;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.lakeingest.engine.EngineThreads;
import org.lakeingest.engine.FatalHandler;
import org.lakeingest.testkit.ManualClock;

/**
 * The engine's threads as a set of things that could run next. Each {@link #step} runs one, chosen by the seed, so the same
 * seed gives the same interleaving. Time moves only when a step says that it waited. Confined to the test's thread.
 */
public final class StepThreads implements EngineThreads {
    private final Random random;
    private final ManualClock clock;
    private final List<Actor> actors = new ArrayList<>();
    private final PriorityQueue<Timer> timers = new PriorityQueue<>();
    private FatalHandler fatal = (thread, cause) -> {
        throw new AssertionError(thread + " died", cause);
    };
    private long nanos;
    private long timersMade;

    public StepThreads(long seed, ManualClock clock) {
        this.random = new Random(seed);
        this.clock = clock;
    }

    /** Something of the test's own that may run whenever the engine's threads may: a sink's network, say. */
    public void add(String name, BooleanSupplier ready, Runnable step) {
        actors.add(new Actor(name) {
            @Override
            boolean isReady() {
                return ready.getAsBoolean();
            }

            @Override
            void run() {
                step.run();
            }
        });
    }

    /** The seed's own dice, for scripts that want to be replayed with it. */
    public Random dice() {
        return random;
    }

    /** Runs one thing that is ready; answers false when nothing was. */
    public boolean step() {
        List<Actor> ready = new ArrayList<>();
        for (Actor actor : actors) {
            if (!actor.dead && !actor.running && actor.isReady()) {
                ready.add(actor);
            }
        }
        boolean timerDue = !timers.isEmpty() && timers.peek().dueNanos - nanos <= 0;
        int choices = ready.size() + (timerDue ? 1 : 0);
        if (choices == 0) {
            return false;
        }
        int choice = random.nextInt(choices);
        if (choice == ready.size()) {
            run("timer", timers.remove().task);
        } else {
            Actor chosen = ready.get(choice);
            chosen.running = true;
            if (!run(chosen.name, chosen::run)) {
                chosen.dead = true;
            }
            chosen.running = false;
        }
        return true;
    }

    /** Answers false when it died. */
    private boolean run(String name, Runnable task) {
        try {
            task.run();
            return true;
        } catch (AssertionError e) {
            throw e;
        } catch (Throwable e) {
            fatal.onFatal(name, e);
            return false;
        }
    }

    /** Time passes: at most this much, and not beyond the next timer. */
    public void pass(Duration most) {
        long step = most.toNanos();
        if (!timers.isEmpty()) {
            step = Math.max(0, Math.min(step, timers.peek().dueNanos - nanos));
        }
        nanos += step;
        clock.advance(Duration.ofNanos(step));
    }

    /** Somebody has nothing to do and waits: for hardly any time when others have, for as long as it likes else. */
    void idle(Duration timeout) {
        boolean alone =
                actors.stream().noneMatch(actor -> !actor.dead && !actor.running && !actor.polls && actor.isReady());
        pass(alone ? timeout : Duration.ofMillis(1));
    }

    @Override
    public long nanoTime() {
        return nanos;
    }

    @Override
    public double random() {
        return random.nextDouble();
    }

    @Override
    public Serial serial(String name) {
        SerialActor actor = new SerialActor(name);
        actors.add(actor);
        return actor;
    }

    @Override
    public void loop(String name, BooleanSupplier step) {
        Actor actor = new Actor(name) {
            @Override
            boolean isReady() {
                return true;
            }

            @Override
            void run() {
                dead = !step.getAsBoolean();
            }
        };
        actor.polls = true;
        actors.add(actor);
    }

    @Override
    public Cancellable schedule(Duration delay, Runnable task) {
        Timer timer = new Timer(nanos + delay.toNanos(), timersMade++, task);
        timers.add(timer);
        return () -> timers.remove(timer);
    }

    /** Lets the others run meanwhile; whoever waits here does not run again until it returns. */
    @Override
    public <T> @Nullable T await(BlockingQueue<T> queue, Duration timeout) {
        long deadline = nanos + timeout.toNanos();
        while (queue.isEmpty() && deadline - nanos > 0) {
            if (!step() || random.nextInt(8) == 0) {
                pass(Duration.ofNanos(Math.min(deadline - nanos, 20_000_000)));
            }
        }
        return queue.poll();
    }

    @Override
    public Executor cpu() {
        return Runnable::run;
    }

    @Override
    public void onFatal(FatalHandler handler) {
        fatal = handler;
    }

    @Override
    public void close() {
        actors.clear();
        timers.clear();
    }

    private abstract static class Actor {
        final String name;
        boolean running;
        boolean dead;

        /** Always ready, mostly in order to find that there is nothing to do. */
        boolean polls;

        Actor(String name) {
            this.name = name;
        }

        abstract boolean isReady();

        abstract void run();
    }

    private static final class SerialActor extends Actor implements Serial {
        private final Queue<Runnable> tasks = new ArrayDeque<>();
        private boolean closed;

        SerialActor(String name) {
            super(name);
        }

        @Override
        boolean isReady() {
            return !tasks.isEmpty();
        }

        @Override
        void run() {
            tasks.remove().run();
        }

        @Override
        public void execute(Runnable task) {
            if (!closed) {
                tasks.add(task);
            }
        }

        @Override
        public void close() {
            closed = true;
        }
    }

    private record Timer(long dueNanos, long number, Runnable task) implements Comparable<Timer> {
        @Override
        public int compareTo(Timer other) {
            int byTime = Long.compare(dueNanos, other.dueNanos);
            return byTime == 0 ? Long.compare(number, other.number) : byTime;
        }
    }
}
