package org.lakeingest.lake;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class PermitsTest {
    private final Permits permits = new Permits(2);
    private final List<Integer> started = new ArrayList<>();

    private CompletableFuture<Void> start(int number) {
        CompletableFuture<Void> task = new CompletableFuture<>();
        var unused = permits.run(() -> {
            started.add(number);
            return task;
        });
        return task;
    }

    private void begin(int number) {
        var unused = start(number);
    }

    @Test
    void noMoreTasksAreOpenThanPermittedAndTheyStartInOrder() {
        CompletableFuture<Void> first = start(1);
        CompletableFuture<Void> second = start(2);
        begin(3);
        begin(4);

        assertThat(started).containsExactly(1, 2);
        second.complete(null);
        assertThat(started).containsExactly(1, 2, 3);
        first.completeExceptionally(new IllegalStateException("failed"));
        assertThat(started).containsExactly(1, 2, 3, 4);
    }

    @Test
    void aTaskThatCannotStartGivesItsPermitBack() {
        for (int i = 0; i < 3; i++) {
            CompletableFuture<Void> failed = permits.run(() -> {
                throw new IllegalStateException("no");
            });
            assertThat(failed).isCompletedExceptionally();
        }
        begin(1);
        begin(2);

        assertThat(started).containsExactly(1, 2);
    }
}
