package org.lakeingest.engine.write;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.lakeingest.api.DeadLetterQueue;
import org.lakeingest.api.ErrorKind;
import org.lakeingest.api.IngestException;
import org.lakeingest.api.RejectedRecord;
import org.lakeingest.engine.EngineErrorCode;

/**
 * Sends the dead letters of a group to the queue before the group goes to the sink, which may move positions. Confined to the
 * lane's thread; outcomes reach it there.
 */
public final class LetterSender {
    private final @Nullable DeadLetterQueue queue;
    private final Executor laneThread;

    /**
     * Creates a sender.
     *
     * @param queue null when letters go to the sink with their batches
     */
    public LetterSender(@Nullable DeadLetterQueue queue, Executor laneThread) {
        this.queue = queue;
        this.laneThread = laneThread;
    }

    boolean isNeeded(WriteGroup group) {
        if (queue == null) {
            return false;
        }
        for (PartitionBatch batch : group.batches) {
            if (!batch.rejected().isEmpty()) {
                return true;
            }
        }
        return false;
    }

    /** Sends all of them; {@code outcome} is told once, null when they are durable. */
    void send(WriteGroup group, Consumer<@Nullable IngestException> outcome) {
        DeadLetterQueue to = queue;
        if (to == null) {
            throw new IllegalStateException("there is no queue");
        }
        List<RejectedRecord> letters = new ArrayList<>();
        group.batches.forEach(batch -> letters.addAll(batch.rejected()));
        CompletionStage<Void> sent;
        try {
            sent = to.send(letters);
        } catch (RuntimeException e) {
            laneThread.execute(() -> outcome.accept(known(e)));
            return;
        }
        CompletionStage<Void> unused =
                sent.whenComplete((nothing, thrown) -> laneThread.execute(() -> outcome.accept(known(thrown))));
    }

    /** Of a failure that is not tried again: with its own code, unless that would say that a record is bad. */
    static IngestException refused(IngestException reason) {
        return reason.code().kind() != ErrorKind.RECORD
                ? reason
                : new IngestException(
                        EngineErrorCode.DEAD_LETTER_REFUSED,
                        "the dead-letter queue refused a letter with "
                                + reason.code().name() + ": " + reason.getMessage()
                                + "; let it take larger ones, or skip such records, and start again",
                        reason);
    }

    private static @Nullable IngestException known(@Nullable Throwable thrown) {
        if (thrown == null) {
            return null;
        }
        Throwable cause =
                thrown instanceof CompletionException && thrown.getCause() != null ? thrown.getCause() : thrown;
        return cause instanceof IngestException said
                ? said
                : new IngestException(
                        EngineErrorCode.COMPONENT_BUG,
                        "the dead-letter queue threw " + cause + " when given letters",
                        cause);
    }
}
