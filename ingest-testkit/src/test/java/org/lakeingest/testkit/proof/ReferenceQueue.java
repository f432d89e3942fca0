package org.lakeingest.testkit.proof;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.lakeingest.api.DeadLetter;
import org.lakeingest.api.DeadLetterQueue;
import org.lakeingest.api.ErrorCode;
import org.lakeingest.api.ErrorKind;
import org.lakeingest.api.IngestException;
import org.lakeingest.api.RejectedRecord;
import org.lakeingest.testkit.DeadLetterQueueContract.Trait;

/** Keeps letters in a list, on a thread of its own, and lacks one trait if asked to. */
final class ReferenceQueue implements DeadLetterQueue {
    private final Place place;
    private final @Nullable Enum<?> flaw;
    private final boolean rightPassword;
    private final ExecutorService network = Executors.newSingleThreadExecutor();
    private final List<CompletableFuture<Void>> open = new ArrayList<>();
    private boolean closed;

    /** Where letters are. */
    static final class Place {
        private final List<DeadLetter> letters = new ArrayList<>();
        private boolean fails;

        synchronized List<DeadLetter> letters() {
            return List.copyOf(letters);
        }

        synchronized void failNext() {
            fails = true;
        }

        private synchronized boolean fails() {
            boolean now = fails;
            fails = false;
            return now;
        }

        private synchronized void add(DeadLetter letter) {
            letters.add(letter);
        }
    }

    enum Code implements ErrorCode {
        AWAY(ErrorKind.TRANSIENT),
        WRONG_PASSWORD(ErrorKind.CONFIGURATION),
        BROKEN(ErrorKind.INTERNAL);

        private final ErrorKind kind;

        Code(ErrorKind kind) {
            this.kind = kind;
        }

        @Override
        public ErrorKind kind() {
            return kind;
        }
    }

    ReferenceQueue(Place place, @Nullable Enum<?> flaw, boolean rightPassword) {
        this.place = place;
        this.flaw = flaw;
        this.rightPassword = rightPassword;
    }

    @Override
    public void open() {
        if (!rightPassword && flaw != Trait.REFUSES_WRONG_CONFIGURATION) {
            throw new IngestException(Code.WRONG_PASSWORD, "by script");
        }
    }

    @Override
    public synchronized CompletionStage<Void> send(List<RejectedRecord> letters) {
        CompletableFuture<Void> stage = new CompletableFuture<>();
        open.add(stage);
        boolean fails = place.fails();
        if (flaw == Trait.TAKES_A_LETTER_AGAIN && !place.letters().isEmpty()) {
            throw new IllegalStateException("is there already");
        }
        if (flaw == Trait.COMPLETION_MEANS_DURABLE) {
            stage.complete(null);
            return stage;
        }
        network.execute(() -> {
            if (fails) {
                Code code = flaw == Trait.CLASSIFIES_TRANSIENT ? Code.BROKEN : Code.AWAY;
                stage.completeExceptionally(new IngestException(code, "by script"));
            } else {
                keep(letters);
                if (flaw != Trait.CLOSE_COMPLETES_WHAT_IS_OPEN || letters.get(0).offset() != 17) {
                    stage.complete(null);
                }
            }
        });
        return stage;
    }

    private void keep(List<RejectedRecord> letters) {
        for (RejectedRecord letter : letters) {
            if (!isLost(letter, letters.get(0))) {
                String pipeline = flaw == Trait.SAYS_WHERE_AND_WHY ? "" : "reference";
                DeadLetter kept = DeadLetter.of(letter, pipeline, "1", Instant.EPOCH);
                place.add(flaw == Trait.KEEPS_BYTES_HEADERS_AND_TIMES ? kept.withoutValue() : kept);
            }
        }
    }

    private boolean isLost(RejectedRecord letter, RejectedRecord first) {
        if (flaw == Trait.SENDS_FROM_MANY_LANES) {
            return letter.offset() == 31;
        } else if (flaw == Trait.TAKES_LETTERS_OF_SEVERAL_PARTITIONS) {
            return !letter.partition().equals(first.partition());
        }
        return flaw == Trait.KEEPS_WHAT_IS_NULL_APART_FROM_WHAT_IS_EMPTY
                && letter.origin().keys().isNull(letter.index());
    }

    @Override
    public void close() {
        synchronized (this) {
            if (closed && flaw == Trait.CLOSES_TWICE) {
                throw new IllegalStateException("is closed");
            }
            closed = true;
        }
        network.shutdown();
        try {
            network.awaitTermination(10, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
