package org.lakeingest.lake;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import org.lakeingest.api.Metrics;
import org.lakeingest.lake.encode.ByteChunks;
import org.lakeingest.lake.encode.EncodedFile;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Encodes files and brings them into the stage, so many at a time. Thread-safe. */
final class StageUploads {
    private static final Logger LOG = LoggerFactory.getLogger(StageUploads.class);

    private final LakeClient client;
    private final FilePreparer preparer;
    private final StageArea stage;
    private final Permits uploads;
    private final Clock clock;
    private final Metrics.Timer time;

    StageUploads(LakeClient client, FilePreparer preparer, SinkParts parts) {
        this.client = client;
        this.preparer = preparer;
        this.stage = parts.stage();
        this.uploads = parts.uploads();
        this.clock = parts.clock();
        this.time = parts.metrics().timer("upload.stage.duration", "Time to bring one file into the stage.");
    }

    /** The file in the stage, over any file of its name, and no longer in memory. */
    CompletableFuture<ReadyFile> bring(PackedFile file) {
        return uploads.run(() -> again(file));
    }

    /** The same for somebody who must not wait for a permit. */
    CompletableFuture<ReadyFile> again(PackedFile file) {
        return preparer.encode(file).thenCompose(this::upload);
    }

    /** The file as {@link #bring} answers it, when it is in the stage already, or was loaded. */
    CompletableFuture<ReadyFile> there(PackedFile file) {
        return preparer.plan(file).thenApply(plan -> preparer.withoutContent(file, plan));
    }

    private CompletableFuture<ReadyFile> upload(ReadyFile file) {
        EncodedFile encoded = file.content();
        if (encoded == null) {
            return CompletableFuture.completedFuture(file);
        }
        ByteChunks content = encoded.content();
        Instant start = clock.instant();
        stage.arriving(file.path());
        return client.upload(file.path(), content).thenApply(done -> {
            Duration cost = Duration.between(start, clock.instant());
            time.record(cost);
            LOG.debug(
                    "upload to stage {}: {} rows, {} bytes, cost {}",
                    file.path(),
                    encoded.rows(),
                    content.size(),
                    cost);
            return preparer.withoutContent(file.packed(), file.plan());
        });
    }
}
