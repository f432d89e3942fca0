package org.lakeingest.lake.keyed;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Brings rows back into the order of their partition. One poll's rows come apart by schema, so those of another schema that
 * stand between them come before or after all of them.
 */
final class RowOrder {
    private final List<KeyedBatch> batches;
    private final int[] batchOf;
    private final int[] rowOf;

    private RowOrder(List<KeyedBatch> batches, int[] batchOf, int[] rowOf) {
        this.batches = batches;
        this.batchOf = batchOf;
        this.rowOf = rowOf;
    }

    /** Numbers of rows, those of a partition in ascending order of their offsets. */
    static int[] of(List<KeyedBatch> batches, int[] batchOf, int[] rowOf) {
        int[] order = new int[batchOf.length];
        for (int id = 0; id < order.length; id++) {
            order[id] = id;
        }
        if (overlap(batches)) {
            new RowOrder(batches, batchOf, rowOf).sort(order);
        }
        return order;
    }

    private static boolean overlap(List<KeyedBatch> batches) {
        Map<Long, Long> lastOffsets = new HashMap<>();
        for (KeyedBatch batch : batches) {
            int rows = batch.rows.rowCount();
            if (rows > 0) {
                Long before = lastOffsets.put(batch.mark, batch.offset(rows - 1));
                if (before != null && before >= batch.offset(0)) {
                    return true;
                }
            }
        }
        return false;
    }

    /** By merging runs of doubling length: stable, and without an object per row. */
    private void sort(int[] order) {
        int[] from = order;
        int[] to = new int[order.length];
        for (int width = 1; width < order.length; width *= 2) {
            for (int start = 0; start < order.length; start += 2 * width) {
                int middle = Math.min(start + width, order.length);
                merge(from, to, start, middle, Math.min(middle + width, order.length));
            }
            int[] swap = from;
            from = to;
            to = swap;
        }
        if (from != order) {
            System.arraycopy(from, 0, order, 0, order.length);
        }
    }

    private void merge(int[] from, int[] to, int start, int middle, int end) {
        int left = start;
        int right = middle;
        for (int i = start; i < end; i++) {
            boolean takeLeft = right >= end || (left < middle && compare(from[left], from[right]) <= 0);
            to[i] = takeLeft ? from[left++] : from[right++];
        }
    }

    private int compare(int one, int other) {
        KeyedBatch first = batches.get(batchOf[one]);
        KeyedBatch second = batches.get(batchOf[other]);
        return first.mark != second.mark
                ? Long.compareUnsigned(first.mark, second.mark)
                : Long.compare(first.offset(rowOf[one]), second.offset(rowOf[other]));
    }
}
