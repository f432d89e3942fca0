package org.lakeingest.engine.reject;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import org.lakeingest.api.IngestException;
import org.lakeingest.api.RejectStage;
import org.lakeingest.api.RejectedRecord;
import org.lakeingest.engine.EngineErrorCode;
import org.lakeingest.engine.EngineThreads;
import org.lakeingest.engine.ErrorPolicy;
import org.lakeingest.engine.MaxDeadLetterOptions;
import org.lakeingest.engine.OnErrorOptions;
import org.lakeingest.engine.progress.Counters;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Says what becomes of records that can never become rows, counts them, tells of some, and stops a pipeline that gives too
 * many up. One per pipeline. Thread-safe; has nothing to do for records that are good.
 */
public final class RejectDesk {
    private static final Logger log = LoggerFactory.getLogger(RejectDesk.class);

    /** Between two lines about the same code at the same stage. */
    private static final long QUIET_NANOS = Duration.ofSeconds(10).toNanos();

    private final OnErrorOptions options;
    private final MaxDeadLetterOptions most;
    private final Counters counters;
    private final EngineThreads threads;
    private final Consumer<IngestException> wholesale;
    private final RejectCap cap;
    private final Map<String, Tally> tallies = new HashMap<>();
    private long total;
    private boolean stopped;

    private static final class Tally {
        long count;
        long toldNanos;
        long untold;
    }

    /**
     * Creates a desk that has seen nothing.
     *
     * @param wholesale told once, when more records are given up than the options allow; any thread, must only post
     */
    public RejectDesk(
            OnErrorOptions options,
            MaxDeadLetterOptions most,
            Counters counters,
            EngineThreads threads,
            Consumer<IngestException> wholesale) {
        this.options = options;
        this.most = most;
        this.counters = counters;
        this.threads = threads;
        this.wholesale = wholesale;
        this.cap = new RejectCap(most.ofLast(), most.allowed());
    }

    /** The stage whose policy decides, of something found at this one. */
    public static RejectStage stageOf(IngestException reason, RejectStage found) {
        return reason.code().stage().orElse(found);
    }

    public ErrorPolicy policy(RejectStage stage) {
        return options.policy(stage);
    }

    /**
     * A record is given up under a policy other than to fail.
     *
     * @param number of the record, in the order in which the pipeline read them
     * @return whether it becomes a dead letter
     */
    public boolean giveUp(RejectedRecord rejected, long number) {
        ErrorPolicy policy = policy(rejected.stage());
        String code = rejected.reason().code().name();
        counters.error(rejected.reason().code());
        counters.rejected(rejected.stage().text(), code, policy.text());
        note(rejected, code, policy, number);
        return policy == ErrorPolicy.DEAD_LETTER;
    }

    private synchronized void note(RejectedRecord rejected, String code, ErrorPolicy policy, long number) {
        total++;
        Tally tally = tallies.computeIfAbsent(code, first -> new Tally());
        long now = threads.nanoTime();
        if (tally.count++ == 0 || now - tally.toldNanos >= QUIET_NANOS) {
            tell(rejected, code, policy, tally.untold);
            tally.toldNanos = now;
            tally.untold = 0;
        } else {
            tally.untold++;
        }
        if (cap.isAbove(number) && !stopped) {
            stopped = true;
            wholesale.accept(tooMany(number));
        }
    }

    private static void tell(RejectedRecord rejected, String code, ErrorPolicy policy, long untold) {
        log.warn(
                "[{}] record at topic {}, partition {}, offset {} {} at stage {}{}: {}",
                code,
                rejected.partition().stream(),
                rejected.partition().number(),
                rejected.offset(),
                policy == ErrorPolicy.SKIP ? "is skipped" : "becomes a dead letter",
                rejected.stage().text(),
                untold == 0 ? "" : ", after " + untold + " more with this code",
                rejected.reason().getMessage());
    }

    private IngestException tooMany(long number) {
        String code = "";
        long often = 0;
        for (Map.Entry<String, Tally> each : tallies.entrySet()) {
            long count = Objects.requireNonNull(each.getValue()).count;
            if (count > often) {
                often = count;
                code = each.getKey();
            }
        }
        return new IngestException(
                EngineErrorCode.TOO_MANY_REJECTED,
                "more than " + most.allowed() + " of the last " + most.ofLast() + " records were given up, " + total
                        + " of about " + (number + 1) + " since the start, most often for " + code + " (" + often
                        + "); correct the settings or the records, or raise max-dead-letters, and start again");
    }
}
