package org.lakeingest.it.support;

import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.lakeingest.sandbox.LoadGenerator;

/** The guide's messages from number 0 on, at a steady rate on a thread of their own, until they are stopped. */
public final class Load implements AutoCloseable {
    private static final long ENDLESS = 1L << 40;

    private final LoadGenerator generator;
    private final CompletableFuture<LoadGenerator.Result> result;

    private Load(LoadGenerator generator) {
        this.generator = generator;
        this.result = CompletableFuture.supplyAsync(generator::run, task -> new Thread(task, "load").start());
    }

    public static Load start(Run run, int partitions, double rate) {
        return new Load(new LoadGenerator(new LoadGenerator.Options(
                run.services().bootstrapServers(), run.topic(), 0, ENDLESS, partitions, rate, Map.of())));
    }

    /** Ends it and returns how many messages there are, all of them stored. */
    public long stop() {
        generator.stop();
        LoadGenerator.Result end = result.join();
        if (end.failed() > 0) {
            throw new IllegalStateException("could not produce: " + end);
        }
        return end.produced();
    }

    @Override
    public void close() {
        generator.stop();
        result.join();
    }
}
