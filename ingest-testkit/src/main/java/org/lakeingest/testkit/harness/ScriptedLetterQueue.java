package org.lakeingest.testkit.harness;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;
import org.lakeingest.api.DeadLetterQueue;
import org.lakeingest.api.IngestException;
import org.lakeingest.api.RejectedRecord;
import org.lakeingest.api.SourcePartition;

/**
 * A queue whose sends end as steps of the harness, in any order, and follow a script: fail this often, hang. Confined to the
 * test's thread.
 */
public final class ScriptedLetterQueue implements DeadLetterQueue {
    private final Random dice;
    private final List<Send> open = new ArrayList<>();
    private final List<RejectedRecord> letters = new ArrayList<>();
    private ScriptedSink.Code failure = ScriptedSink.Code.AWAY;
    private int failuresLeft;
    private boolean hanging;
    private int opened;
    private int sends;
    private boolean closed;

    private record Send(List<RejectedRecord> letters, CompletableFuture<Void> stage) {}

    ScriptedLetterQueue(StepThreads threads) {
        this.dice = threads.dice();
        threads.add("queue", () -> !open.isEmpty() && !hanging, this::step);
    }

    /** The next sends fail, this many of them; of those that leave the outcome open, some are durable. */
    public void failNext(int times, ScriptedSink.Code code) {
        failuresLeft = times;
        failure = code;
    }

    /** Sends get no outcome until {@link #release}. */
    public void hang() {
        hanging = true;
    }

    public void release() {
        hanging = false;
    }

    /** What is durable, in that order; a letter that was sent again is there again. */
    public List<RejectedRecord> letters() {
        return List.copyOf(letters);
    }

    /** The offsets of the letters of a partition, in the order in which they became durable. */
    public List<Long> of(SourcePartition partition) {
        return letters.stream()
                .filter(letter -> letter.partition().equals(partition))
                .map(RejectedRecord::offset)
                .toList();
    }

    public int openSends() {
        return open.size();
    }

    /** How often letters were handed over. */
    public int sends() {
        return sends;
    }

    /** How often {@link #open} was called. */
    public int opened() {
        return opened;
    }

    public boolean isClosed() {
        return closed;
    }

    private void step() {
        Send send = open.remove(dice.nextInt(open.size()));
        @Nullable IngestException reason = null;
        if (failuresLeft > 0) {
            failuresLeft--;
            reason = new IngestException(failure, "scripted");
        }
        if (reason == null || (failure == ScriptedSink.Code.UNKNOWN && dice.nextBoolean())) {
            letters.addAll(send.letters);
        }
        if (reason == null) {
            send.stage.complete(null);
        } else {
            send.stage.completeExceptionally(reason);
        }
    }

    @Override
    public void open() {
        opened++;
    }

    @Override
    public CompletionStage<Void> send(List<RejectedRecord> rejected) {
        sends++;
        Send send = new Send(List.copyOf(rejected), new CompletableFuture<>());
        open.add(send);
        return send.stage;
    }

    @Override
    public void close() {
        closed = true;
        for (Send send : List.copyOf(open)) {
            open.remove(send);
            send.stage.completeExceptionally(new IngestException(ScriptedSink.Code.AWAY, "the queue was closed"));
        }
    }
}
