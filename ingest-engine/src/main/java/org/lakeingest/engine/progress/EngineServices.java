package org.lakeingest.engine.progress;

import org.lakeingest.engine.EngineThreads;
import org.lakeingest.engine.reject.RejectDesk;

/**
 * What every part of a worker is given.
 *
 * @param pipeline its name
 * @param threads where work runs, and elapsed time
 * @param progress the way back to the worker's poll thread
 * @param counters of the pipeline
 * @param rejects what becomes of records that can never become rows
 */
public record EngineServices(
        String pipeline, EngineThreads threads, ProgressListener progress, Counters counters, RejectDesk rejects) {}
