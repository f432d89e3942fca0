package org.lakeingest.engine;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.lakeingest.api.KnowsTargets;
import org.lakeingest.api.Membership;
import org.lakeingest.api.ReportsLag;
import org.lakeingest.api.SinkWriter;
import org.lakeingest.api.Source;
import org.lakeingest.api.TransactionalWriter;
import org.lakeingest.api.WriterContext;
import org.lakeingest.engine.lane.Lane;
import org.lakeingest.engine.progress.Counters;
import org.lakeingest.engine.progress.EngineServices;
import org.lakeingest.engine.progress.InFlightBudget;
import org.lakeingest.engine.reject.RejectDesk;
import org.lakeingest.engine.write.RetryPolicy;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One source instance with its poll thread, its lanes and its writer: a member of the source's group. Shares the sink and the
 * byte budget with the other workers and nothing else. Made, started and ended on the pipeline's control thread.
 */
final class Worker {
    private static final Logger log = LoggerFactory.getLogger(Worker.class);

    private final Mailbox mailbox;
    private final PollLoop loop;
    private final List<Lane> lanes;
    private final SinkWriter writer;
    private final EngineThreads threads;
    private final String name;
    private final Source source;

    private Worker(String name, PollState state, PollLoop loop, List<Lane> lanes, SinkWriter writer) {
        this.name = name;
        this.source = state.source();
        this.threads = state.threads();
        this.mailbox = state.mailbox();
        this.loop = loop;
        this.lanes = lanes;
        this.writer = writer;
    }

    /** What all workers of a pipeline share. */
    record Shared(
            PipelineRuntime runtime,
            PipelineParts components,
            PipelineOptions options,
            InFlightBudget budget,
            Counters counters,
            RejectDesk rejects,
            WorkerListener pipeline) {
        RetryPolicy retries() {
            return retries(options);
        }

        static RetryPolicy retries(PipelineOptions options) {
            RetryOptions retry = options.retry();
            return new RetryPolicy(retry.initialDelay(), retry.maxDelay(), retry.giveUpAfter());
        }
    }

    static Worker create(int number, Shared shared) {
        String name = "worker-" + number;
        EngineThreads threads = shared.runtime().threads();
        PollState state = PollState.create(shared.components().source().apply(number), shared);
        Assignments assignments = new Assignments(state, targets(shared));
        Membered context = new Membered(number);
        SinkWriter writer = shared.components().sink().openWriter(context);
        Claims claims = writer instanceof TransactionalWriter transactional
                ? new Claims(transactional, state, shared.retries())
                : null;
        assignments.claimWith(claims);
        Rewinds rewinds = new Rewinds(state, assignments);
        ProgressMail progress = new ProgressMail(state.mailbox(), new ProgressDesk(state, assignments, rewinds));
        EngineServices services = new EngineServices(
                shared.runtime().pipelineName(), threads, progress, shared.counters(), shared.rejects());
        List<Lane> lanes = lanes(number, shared, writer, services);
        state.router().connect(lanes);
        PollLoop loop = new PollLoop(
                name,
                state,
                new PollLoop.Desks(assignments, claims, rewinds),
                shared.retries(),
                shared.options().startTimeout());
        context.loop.set(loop);
        return new Worker(name, state, loop, lanes, writer);
    }

    private static KnowsTargets targets(Shared shared) {
        return shared.components().sink() instanceof KnowsTargets known ? known : (stream, target) -> Optional.empty();
    }

    private static List<Lane> lanes(int worker, Shared shared, SinkWriter writer, EngineServices services) {
        PipelineOptions options = shared.options();
        List<Lane> lanes = new ArrayList<>();
        KnowsTargets targets = targets(shared);
        int openWrites = options.openWritesOf(shared.components().sink());
        for (int i = 0; i < options.lanes(); i++) {
            Lane.Parts parts = new Lane.Parts(
                    i,
                    "lane-" + worker + "-" + i,
                    shared.components().decoder().get(),
                    shared.components().transformers().get(),
                    targets,
                    writer,
                    shared.components().deadLetters());
            lanes.add(new Lane(parts, services, options.batch(), shared.retries(), openWrites));
        }
        return lanes;
    }

    /** Instead of {@link #start}: frees what was made. */
    void discard() {
        loop.closeSource();
        endLanes(() -> {});
        closeWriter();
    }

    void start() {
        threads.loop("poll-" + name, loop::step);
    }

    void drain(long deadlineNanos) {
        mailbox.post(() -> loop.drain(deadlineNanos));
    }

    void abort() {
        mailbox.post(loop::abort);
    }

    WorkerStatus status() {
        return loop.status();
    }

    /** Empty when the source does not know, or does not say. */
    OptionalLong lag() {
        return source instanceof ReportsLag reporting ? reporting.lag() : OptionalLong.empty();
    }

    /** After the poll loop has left. Told once per lane. */
    void endLanes(Runnable laneEnded) {
        lanes.forEach(lane -> lane.end(laneEnded));
    }

    /** After the lanes have ended. */
    void closeWriter() {
        try {
            writer.close();
        } catch (RuntimeException e) {
            log.warn("[{}] {}: closing the sink's writer failed", EngineErrorCode.COMPONENT_BUG, name, e);
        }
    }

    /** The sink asks from threads of its own; the source may be asked on the poll thread only. */
    private static final class Membered implements WriterContext {
        final AtomicReference<@Nullable PollLoop> loop = new AtomicReference<>();
        private final int worker;

        Membered(int worker) {
            this.worker = worker;
        }

        @Override
        public int worker() {
            return worker;
        }

        @Override
        public Membership membership() {
            PollLoop of = loop.get();
            Membership membership = of == null ? null : of.membership();
            if (membership == null) {
                throw new IllegalStateException("worker " + worker + " is not a member of its group yet");
            }
            return membership;
        }
    }
}
