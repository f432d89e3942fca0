package org.lakeingest.engine;

import org.lakeingest.api.IngestException;

/** What a worker tells its pipeline. Any thread; returns at once. */
interface WorkerListener {
    /** The worker's first poll has returned. */
    void onJoined();

    /** A record was given up: the pipeline finishes what came before, then fails. */
    void onPoisoned(IngestException reason);

    /** The pipeline cannot go on. */
    void onFailed(IngestException reason);

    /** The worker has left its group and takes no part any more. */
    void onLeft();
}
