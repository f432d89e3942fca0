package org.lakeingest.lake;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The files of this run that are, or may be, in the stage and that the lake does not delete by itself. Thread-safe. */
final class StageArea {
    private static final Logger LOG = LoggerFactory.getLogger(StageArea.class);

    private final LakeClient client;
    private final Set<StagePath> leftovers = ConcurrentHashMap.newKeySet();

    StageArea(LakeClient client) {
        this.client = client;
    }

    /** Fails when a named stage is not there; the user's own always is. */
    CompletableFuture<?> check(String name) {
        return name.equals("~")
                ? CompletableFuture.completedFuture(null)
                : client.query("LIST @" + name + "/lake-ingest-check/", CallPurpose.REPEATABLE);
    }

    /** A file is on its way. */
    void arriving(StagePath path) {
        leftovers.add(path);
    }

    /** A file was loaded, and with that deleted or meant to stay. */
    void loaded(StagePath path) {
        leftovers.remove(path);
    }

    /** Deletes a file; nobody waits, and a failure only leaves the file where it is. */
    CompletableFuture<Void> remove(StagePath path) {
        return client.query("REMOVE " + path.fileLocation(), CallPurpose.REPEATABLE)
                .handle((done, failure) -> {
                    if (failure == null) {
                        leftovers.remove(path);
                    } else {
                        LOG.debug("The file {} stays in the stage", path, failure);
                    }
                    return null;
                });
    }

    /** Deletes what is left, for at most the time given. Called when nothing is written any more. */
    void sweep(Duration patience) {
        List<CompletableFuture<Void>> removals = new ArrayList<>();
        for (StagePath path : leftovers) {
            removals.add(remove(path));
        }
        try {
            CompletableFuture.allOf(removals.toArray(new CompletableFuture<?>[0]))
                    .completeOnTimeout(null, patience.toMillis(), TimeUnit.MILLISECONDS)
                    .join();
        } catch (RuntimeException e) {
            LOG.debug("Files stay in the stage", e);
        }
        if (!leftovers.isEmpty()) {
            LOG.info("{} files that were not loaded stay in the stage, the first is {}", leftovers.size(), first());
        }
    }

    private String first() {
        for (StagePath path : leftovers) {
            return path.toString();
        }
        return "gone";
    }
}
