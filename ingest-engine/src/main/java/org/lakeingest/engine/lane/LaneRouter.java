package org.lakeingest.engine.lane;

import java.util.List;
import org.lakeingest.api.RecordBatch;
import org.lakeingest.engine.progress.InFlightRange;
import org.lakeingest.engine.progress.Lease;

/** Which lane works for which partition, and what each lane holds. Confined to the poll thread. */
public final class LaneRouter {
    private final int[] partitions;
    private final long[] weights;
    private List<Lane> lanes = List.of();

    public LaneRouter(int lanes) {
        this.partitions = new int[lanes];
        this.weights = new long[lanes];
    }

    /** Before the poll thread starts: lanes report to it, so it is made before them. */
    public void connect(List<Lane> created) {
        lanes = List.copyOf(created);
    }

    public List<Lane> lanes() {
        return lanes;
    }

    /** The lane with the fewest partitions, for a new lease. */
    public int assign() {
        int lane = 0;
        for (int i = 1; i < partitions.length; i++) {
            if (partitions[i] < partitions[lane]) {
                lane = i;
            }
        }
        partitions[lane]++;
        return lane;
    }

    public void release(Lease lease) {
        partitions[lease.lane()]--;
    }

    public void route(InFlightRange range, RecordBatch records) {
        lanes.get(range.lease().lane()).accept(range, records);
    }

    /** More, or with a negative number fewer, bytes are in flight for this lease. */
    public void weigh(Lease lease, long bytes) {
        weights[lease.lane()] += bytes;
    }

    public long weight(int lane) {
        return weights[lane];
    }

    public void closeOpen(int lane) {
        lanes.get(lane).closeOpen();
    }

    public void closeOpen() {
        lanes.forEach(Lane::closeOpen);
    }

    /** Lets the lanes give up what the sink does not hold of leases that have ended or end soon. */
    public void forgetEnded() {
        lanes.forEach(Lane::forgetEnded);
    }
}
