package org.lakeingest.engine.lane;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.lakeingest.api.SourcePartition;
import org.lakeingest.engine.progress.InFlightTracker;
import org.lakeingest.engine.progress.Lease;

class LaneRouterTest {
    private final LaneRouter router = new LaneRouter(3);
    private final InFlightTracker tracker = new InFlightTracker((range, bytes) -> {});

    private Lease lease(int partition) {
        return tracker.assign(new SourcePartition("orders", "cluster/topic", partition), router.assign());
    }

    @Test
    void aNewLeaseGoesToTheLaneWithTheFewestPartitions() {
        assertThat(lease(0).lane()).isZero();
        Lease onSecond = lease(1);
        assertThat(onSecond.lane()).isEqualTo(1);
        Lease onThird = lease(2);
        assertThat(onThird.lane()).isEqualTo(2);
        assertThat(lease(3).lane()).as("the first of equals").isZero();
        router.release(onThird);
        assertThat(lease(4).lane()).isEqualTo(2);
        router.release(onSecond);
        assertThat(lease(5).lane()).isEqualTo(1);
    }

    @Test
    void bytesAreWeighedPerLane() {
        Lease first = lease(0);
        Lease second = lease(1);
        router.weigh(first, 70);
        router.weigh(second, 5);
        router.weigh(first, -30);
        assertThat(router.weight(0)).isEqualTo(40);
        assertThat(router.weight(1)).isEqualTo(5);
    }
}
