package org.lakeingest.it.chaos;

import java.nio.file.Path;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Whatever happens to processes, lake, broker and what lies between them, every message is one row. The seed replays a run; those that
 * ever failed stay in the short set.
 */
final class ChaosIT {
    @TempDir
    Path folder;

    private static World world;

    @BeforeAll
    static void start() {
        world = World.start();
    }

    @AfterAll
    static void stop() {
        world.close();
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 13})
    void everyMessageIsOneRow(long seed) {
        play(seed);
    }

    static LongStream seeds() {
        long first = Long.getLong("chaos.first", 1000);
        return LongStream.range(first, first + Long.getLong("chaos.seeds", 200));
    }

    @Tag("chaos")
    @ParameterizedTest
    @MethodSource("seeds")
    void everyMessageIsOneRowWithManySeeds(long seed) {
        play(seed);
    }

    private void play(long seed) {
        try (ChaosRun run = new ChaosRun(world, Plan.of(seed), folder)) {
            run.play();
        }
    }
}
