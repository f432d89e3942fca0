package org.lakeingest.kafka;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** The lag of the workers behind one gauge. Read from any thread. */
final class GroupLag {
    private final List<WorkerLag> workers = new CopyOnWriteArrayList<>();

    WorkerLag add() {
        WorkerLag worker = new WorkerLag(workers::remove);
        workers.add(worker);
        return worker;
    }

    /** Not a number while no worker knows its lag. */
    double records() {
        double sum = Double.NaN;
        for (WorkerLag worker : workers) {
            double records = worker.records();
            if (!Double.isNaN(records)) {
                sum = Double.isNaN(sum) ? records : sum + records;
            }
        }
        return sum;
    }
}
