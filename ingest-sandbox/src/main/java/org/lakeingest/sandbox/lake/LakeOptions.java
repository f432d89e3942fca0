package org.lakeingest.sandbox.lake;

import java.nio.file.Path;
import java.time.Clock;
import org.jspecify.annotations.Nullable;

/**
 * How a {@link LocalLake} or a {@link DiscardingLake} is started. Immutable; every {@code with} method gives a changed copy.
 *
 * @param port the port on the loopback interface, 0 for a free one
 * @param database the file that holds tables and file records, or null to keep them in memory
 * @param stages the folder of the staged files, or null for a folder beside the database file, or a temporary one that is
 *     removed on close when the database is in memory
 * @param memoryBytes what the database may use, in bytes; larger work spills to disk
 * @param threads how many threads the database works with
 * @param countRows whether a {@link DiscardingLake} opens what it is given to count rows; without it COPY answers
 *     {@code Rows_loaded} 0
 * @param clock the time by which file records expire
 */
public record LakeOptions(
        int port,
        @Nullable Path database,
        @Nullable Path stages,
        long memoryBytes,
        int threads,
        boolean countRows,
        Clock clock) {
    private static final long GIB = 1L << 30;

    public LakeOptions {
        if (port < 0 || port > 65_535) {
            throw new IllegalArgumentException("port must be between 0 and 65535, not " + port);
        }
        if (threads < 1) {
            throw new IllegalArgumentException("threads must be at least 1, not " + threads);
        }
        if (memoryBytes < 64L << 20) {
            throw new IllegalArgumentException("memoryBytes must be at least 64 MiB, not " + memoryBytes);
        }
    }

    /** A lake in memory on a free port: 1 GiB, two threads. */
    public static LakeOptions inMemory() {
        return new LakeOptions(0, null, null, GIB, 2, true, Clock.systemUTC());
    }

    /** A lake that keeps its tables, file records and staged files in and beside the given file. */
    public static LakeOptions onFile(Path database) {
        return new LakeOptions(0, database, null, GIB, 2, true, Clock.systemUTC());
    }

    public LakeOptions withPort(int newPort) {
        return new LakeOptions(newPort, database, stages, memoryBytes, threads, countRows, clock);
    }

    public LakeOptions withStages(Path folder) {
        return new LakeOptions(port, database, folder, memoryBytes, threads, countRows, clock);
    }

    public LakeOptions withMemoryBytes(long bytes) {
        return new LakeOptions(port, database, stages, bytes, threads, countRows, clock);
    }

    public LakeOptions withThreads(int number) {
        return new LakeOptions(port, database, stages, memoryBytes, number, countRows, clock);
    }

    public LakeOptions withCountRows(boolean count) {
        return new LakeOptions(port, database, stages, memoryBytes, threads, count, clock);
    }

    public LakeOptions withClock(Clock newClock) {
        return new LakeOptions(port, database, stages, memoryBytes, threads, countRows, newClock);
    }
}
