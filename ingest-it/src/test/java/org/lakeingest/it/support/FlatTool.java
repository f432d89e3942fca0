package org.lakeingest.it.support;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/** The two programs that take a flat file: the original, where this machine has it, and ours. */
public enum FlatTool {
    ORIGINAL {
        @Override
        Path executable() {
            return Path.of(System.getenv(VARIABLE));
        }
    },
    OURS {
        @Override
        Path executable() {
            return IngestProcess.home().resolve("bin/bend-ingest-kafka");
        }
    };

    private static final String VARIABLE = "BEND_INGEST_KAFKA_BIN";

    abstract Path executable();

    /** Skips the test where there is no original to compare with. */
    public static void assumeBoth() {
        String path = System.getenv(VARIABLE);
        assumeTrue(
                path != null && Files.isExecutable(Path.of(path)),
                VARIABLE + " names no executable; build the original tool and set it to its path to run this test");
    }

    /** Starts it with a flat file, in the run's folder. */
    public IngestProcess start(Run run, FlatConfig config) {
        return IngestProcess.launch(
                run.folder(), Map.of(), executable(), "-f", config.write(run).toString());
    }
}
