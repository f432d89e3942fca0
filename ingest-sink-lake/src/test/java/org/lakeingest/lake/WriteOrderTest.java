package org.lakeingest.lake;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.lakeingest.api.WriteBatch;

class WriteOrderTest {
    private final WriteOrder order = new WriteOrder();
    private final RecordingListener listener = new RecordingListener();

    private WriteOrder.Ticket enter(WriteBatch... batches) {
        return order.enter(List.of(batches), listener);
    }

    @Test
    void aGroupsTurnComesWhenEveryEarlierGroupOfItsPartitionsIsOver() {
        WriteOrder.Ticket first = enter(Batches.documents(0, 0, 1));
        WriteOrder.Ticket second = enter(Batches.documents(1, 0, 1));
        WriteOrder.Ticket both = enter(Batches.documents(0, 1, 1), Batches.documents(1, 1, 1));
        WriteOrder.Ticket beside = enter(Batches.documents(2, 0, 1));

        assertThat(first.turn()).isDone();
        assertThat(second.turn()).isDone();
        assertThat(beside.turn()).isDone();
        assertThat(both.turn()).isNotDone();
        order.end(first);
        assertThat(both.turn()).isNotDone();
        order.end(second);
        assertThat(both.turn()).isDone();
    }

    @Test
    void aFailureDoomsOnlyWhatStandsBehindInTheSamePartition() {
        WriteOrder.Ticket first = enter(Batches.documents(0, 0, 1), Batches.documents(1, 0, 1));
        WriteOrder.Ticket second = enter(Batches.documents(0, 1, 1), Batches.documents(1, 1, 1));

        order.failed(first.entries().subList(0, 1));

        assertThat(order.live(first.entries())).hasSize(2);
        assertThat(order.live(second.entries()))
                .containsExactly(second.entries().get(1));
    }

    @Test
    void whatComesAfterAFailureIsNotDoomedByIt() {
        WriteOrder.Ticket first = enter(Batches.documents(0, 0, 1));
        order.failed(first.entries());
        order.leave(first.entries().get(0));
        order.end(first);

        WriteOrder.Ticket again = enter(Batches.documents(0, 0, 1));

        assertThat(again.turn()).isDone();
        assertThat(order.live(again.entries())).hasSize(1);
    }

    @Test
    void anEntryLeavesOnce() {
        WriteOrder.Ticket ticket = enter(Batches.documents(0, 0, 1));

        assertThat(order.leave(ticket.entries().get(0))).isTrue();
        assertThat(order.leave(ticket.entries().get(0))).isFalse();
        assertThat(order.open()).isEmpty();
    }

    @Test
    void idleMeansThatEveryGroupIsOver() {
        WriteOrder.Ticket first = enter(Batches.documents(0, 0, 1));
        WriteOrder.Ticket second = enter(Batches.documents(0, 1, 1));

        assertThat(order.idle()).isNotDone();
        order.end(first);
        order.end(second);
        assertThat(order.idle()).isDone();
    }
}
