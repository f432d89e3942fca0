package org.lakeingest.sandbox.lake;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** The statements this node remembers, and the threads that execute them. Thread-safe. */
final class QueryRegistry implements AutoCloseable {
    private final Map<String, QueryRun> known = new ConcurrentHashMap<>();
    private final ExecutorService workers;
    private final ScheduledExecutorService reaper;

    private final Runnable expiry;

    QueryRegistry(String name, Runnable expiry) {
        this.expiry = expiry;
        workers = Executors.newCachedThreadPool(task -> thread(name + "-query", task));
        reaper = Executors.newSingleThreadScheduledExecutor(task -> thread(name + "-reaper", task));
        var unused = reaper.scheduleWithFixedDelay(this::reap, 1, 1, TimeUnit.SECONDS);
    }

    private static Thread thread(String name, Runnable task) {
        Thread thread = new Thread(task, name);
        thread.setDaemon(true);
        return thread;
    }

    /** Remembers the statement; gives back the one that already has this id, or null. */
    @Nullable
    QueryRun register(QueryRun query) {
        return known.putIfAbsent(query.id(), query);
    }

    void forget(QueryRun query) {
        known.remove(query.id(), query);
    }

    void start(QueryRun query, LakeBackend backend) {
        workers.execute(() -> query.execute(backend));
    }

    QueryRun find(String id, String nodeId) {
        QueryRun query = known.get(id);
        if (query == null) {
            throw new HttpError(404, "Query ID " + id + " not found on node " + nodeId);
        }
        return query;
    }

    /** Whether a heartbeat for this id has no further use. */
    boolean forgettable(String id) {
        QueryRun query = known.get(id);
        return query == null || !query.state().equals("Running");
    }

    private void reap() {
        long now = System.nanoTime();
        known.values().removeIf(query -> query.expired(now));
        expiry.run();
    }

    @Override
    public void close() {
        reaper.shutdownNow();
        known.values().forEach(query -> query.close(QueryRun.CANCELED));
        workers.shutdown();
        try {
            if (!workers.awaitTermination(5, TimeUnit.SECONDS)) {
                workers.shutdownNow();
            }
        } catch (InterruptedException e) {
            workers.shutdownNow();
            Thread.currentThread().interrupt();
        }
    }
}
