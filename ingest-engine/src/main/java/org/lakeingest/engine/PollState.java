package org.lakeingest.engine;

import org.lakeingest.api.Source;
import org.lakeingest.engine.lane.LaneRouter;
import org.lakeingest.engine.progress.Committer;
import org.lakeingest.engine.progress.Counters;
import org.lakeingest.engine.progress.InFlightBudget;
import org.lakeingest.engine.progress.InFlightTracker;

/**
 * What belongs to a worker's poll thread, and beside it the few things that any thread may use: mailbox, budget, counters,
 * threads and the pipeline's ear.
 */
record PollState(
        Source source,
        Mailbox mailbox,
        InFlightTracker tracker,
        LaneRouter router,
        PauseControl pauses,
        Committer committer,
        InFlightBudget budget,
        Counters counters,
        EngineThreads threads,
        WorkerListener pipeline) {

    static PollState create(Source source, Worker.Shared shared) {
        EngineThreads threads = shared.runtime().threads();
        PipelineOptions options = shared.options();
        InFlightBudget budget = shared.budget();
        Counters counters = shared.counters();
        Mailbox mailbox = new Mailbox(threads, source::wakeup);
        budget.onRelief(() -> mailbox.post(() -> {}));
        LaneRouter router = new LaneRouter(options.lanes());
        InFlightTracker tracker = new InFlightTracker((range, bytes) -> {
            budget.release(bytes);
            router.weigh(range.lease(), -bytes);
        });
        PauseControl pauses =
                new PauseControl(tracker, router, budget, options.lanes(), options.workers() * options.lanes());
        Committer committer = new Committer(
                tracker,
                positions -> {
                    source.commit(positions);
                    counters.commits.increment();
                },
                options.commitInterval().toNanos(),
                threads.nanoTime());
        return new PollState(
                source, mailbox, tracker, router, pauses, committer, budget, counters, threads, shared.pipeline());
    }
}
