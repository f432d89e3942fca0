package org.lakeingest.lake;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.lakeingest.api.WriteBatch;

class AttemptsTest {
    private final Attempts attempts = new Attempts();
    private final WriteBatch a = Batches.documents(0, 0, 1);
    private final WriteBatch b = Batches.documents(1, 0, 1);
    private final WriteBatch c = Batches.documents(2, 0, 1);
    private final WriteBatch d = Batches.documents(3, 0, 1);

    private static GroupAttempt unsettled() {
        GroupAttempt attempt = new GroupAttempt();
        attempt.set(new PackedFile(new TableName("d", "t"), null, "f", List.of(), 0), GroupAttempt.State.UNKNOWN);
        return attempt;
    }

    @Test
    void withoutMemoryBatchesStayTogether() {
        assertThat(attempts.regroup(List.of(a, b, c))).containsExactly(List.of(a, b, c));
    }

    @Test
    void anUnsettledGroupIsCutOutWholeAndInOrder() {
        attempts.failed(List.of(b, c), unsettled());

        assertThat(attempts.regroup(List.of(a, b, c, d))).containsExactly(List.of(a), List.of(b, c), List.of(d));
    }

    @Test
    void aPartOfAnUnsettledGroupIsNoGroup() {
        attempts.failed(List.of(b, c), unsettled());

        assertThat(attempts.regroup(List.of(a, b))).containsExactly(List.of(a, b));
        assertThat(attempts.regroup(List.of(b, a, c))).containsExactly(List.of(b, a, c));
    }

    @Test
    void whatIsKnownOfAGroupComesBackWithExactlyItsBatches() {
        GroupAttempt attempt = unsettled();
        attempts.failed(List.of(a, b), attempt);

        assertThat(attempts.of(List.of(a, b))).isSameAs(attempt);
        assertThat(attempts.of(List.of(a)).isEmpty()).isTrue();
        assertThat(attempts.of(List.of(a, b, c)).isEmpty()).isTrue();
    }

    @Test
    void aSettledGroupIsForgottenAndOneWithNothingToRememberIsNotKept() {
        attempts.failed(List.of(a, b), unsettled());
        attempts.settled(List.of(a, b));
        attempts.failed(List.of(c, d), new GroupAttempt());

        assertThat(attempts.regroup(List.of(a, b, c, d))).containsExactly(List.of(a, b, c, d));
    }
}
