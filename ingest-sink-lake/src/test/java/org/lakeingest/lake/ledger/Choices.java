package org.lakeingest.lake.ledger;

import java.util.ArrayList;
import java.util.List;

/** Walks through every path of a tree of choices, one path in each run. */
final class Choices {
    private final List<Integer> taken = new ArrayList<>();
    private final List<Integer> counts = new ArrayList<>();
    private int at;

    int next(int count) {
        if (at == taken.size()) {
            taken.add(0);
            counts.add(count);
        }
        return taken.get(at++);
    }

    /** Goes to the next path; false when there is none. */
    boolean advance() {
        at = 0;
        while (!taken.isEmpty()) {
            int last = taken.size() - 1;
            if (taken.get(last) + 1 < counts.get(last)) {
                taken.set(last, taken.get(last) + 1);
                return true;
            }
            taken.remove(last);
            counts.remove(last);
        }
        return false;
    }

    @Override
    public String toString() {
        return "choices " + taken;
    }
}
