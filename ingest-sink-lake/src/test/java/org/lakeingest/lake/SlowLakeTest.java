package org.lakeingest.lake;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.lakeingest.api.SinkWriter;
import org.lakeingest.api.WriteBatch;
import org.lakeingest.sandbox.lake.LakeOptions;
import org.lakeingest.sandbox.lake.LocalLake;

/** Files are brought into the stage while those before them are loaded. */
@Tag("full")
class SlowLakeTest {
    private static final int GROUPS = 8;
    private static final Duration UPLOAD = Duration.ofSeconds(1);
    private static final Duration LOAD = Duration.ofSeconds(2);

    @Test
    void throughputIsBoundedByTheSlowerOfUploadAndLoadAndNotByTheirSum() {
        try (LocalLake lake = LocalLake.start(LakeOptions.inMemory());
                SinkFixture fixture = new SinkFixture(lake.dsn(), "default.slow")) {
            SinkWriter writer = fixture.writer();
            WriteBatch first = Batches.documents(1, 0, 10);
            RecordingListener warm = new RecordingListener();
            writer.write(List.of(first), warm);
            warm.await(1);
            lake.faults().on("/v1/upload_to_stage").delay(UPLOAD);
            lake.faults().on("/v1/query").whenSql("COPY INTO").delay(LOAD);
            RecordingListener listener = new RecordingListener();
            List<WriteBatch> batches = new ArrayList<>();
            long start = System.nanoTime();
            for (int i = 0; i < GROUPS; i++) {
                WriteBatch batch = Batches.documents(0, 10 * i, 10);
                batches.add(batch);
                writer.write(List.of(batch), listener);
            }
            listener.await(GROUPS);
            Duration taken = Duration.ofNanos(System.nanoTime() - start);

            assertThat(batches).allMatch(listener::isDurable);
            assertThat(taken).isLessThan(UPLOAD.plus(LOAD).multipliedBy(GROUPS));
        }
    }
}
