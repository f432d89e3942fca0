package org.lakeingest.lake.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.lakeingest.lake.ledger.LedgerBatches.P0;
import static org.lakeingest.lake.ledger.LedgerBatches.bare;

import java.util.ArrayList;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.lakeingest.api.IngestException;
import org.lakeingest.api.WriteBatch;
import org.lakeingest.api.WriteListener;
import org.lakeingest.lake.ledger.ModelPort.Code;

final class EntryTest {
    private final Told told = new Told(new ArrayList<>());
    private final Member member = new Member();

    private Entry entry(long start, long end, String owner) {
        member.enters(1);
        return new Entry(bare(P0, start, end), told, member, owner, false);
    }

    @Test
    void anOutcomeIsToldOnce() {
        Entry entry = entry(0, 2, "run.1");
        assertThat(entry.isOpen()).isTrue();
        entry.durable();
        entry.failed(ScriptedLedger.failure(Code.AWAY));
        entry.durable();
        assertThat(entry.isOpen()).isFalse();
        assertThat(told.outcomes).containsExactly("durable 0[0,2)");
        assertThat(member.leave()).isCompleted();
    }

    @Test
    void aFailureIsToldWithItsReason() {
        Entry entry = entry(0, 2, "run.1");
        IngestException reason = ScriptedLedger.failure(Code.AWAY);
        entry.failed(reason);
        assertThat(told.reason(entry.batch)).isSameAs(reason);
    }

    @Test
    void aListenerThatThrowsDoesNotKeepItsMemberFromLeaving() {
        WriteListener broken = new WriteListener() {
            @Override
            public void onDurable(WriteBatch batch) {
                throw new IllegalStateException("listener");
            }

            @Override
            public void onFailed(WriteBatch batch, IngestException reason) {
                throw new IllegalStateException("listener");
            }
        };
        member.enters(1);
        CompletableFuture<Void> idle = member.leave();
        new Entry(bare(P0, 0, 1), broken, member, "run.1", false).durable();
        assertThat(idle).isCompleted();
    }

    @Test
    void oneBatchFollowsAnotherWhenItStartsWhereThatEndsUnderTheSameClaim() {
        Entry first = entry(0, 2, "run.1");
        assertThat(entry(2, 3, "run.1").follows(first)).isTrue();
        assertThat(entry(3, 4, "run.1").follows(first)).isFalse();
        assertThat(entry(2, 3, "run.2").follows(first)).isFalse();
    }

    @Test
    void messagesNameTopicPartitionAndRange() {
        assertThat(entry(7, 9, "run.1")).hasToString("orders-0 [7, 9)");
    }
}
