package org.lakeingest.lake.keyed;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.lakeingest.api.RowBatch;
import org.lakeingest.api.Schema;

/**
 * Finds, among the rows bound for one table, those that still count when all of them have been applied in order. A row gives way
 * to a newer one of its key that sets every column it sets. What remains of one key may be several rows, if each sets columns
 * that the newer ones leave alone; they go into selections that follow one another.
 *
 * <p>Newer is the row with the higher version. Without versions, or with the same, it is the later one within a partition.
 * Between partitions it is, without versions, the one with the later timestamp; what is still equal has an order that depends
 * on nothing but partition and offset. One use, one thread.
 */
public final class LatestRows {
    private static final int NONE = -1;

    private final KeyRules rules;
    private final List<KeyedBatch> batches = new ArrayList<>();
    private final List<KeyedSchema> schemas = new ArrayList<>();
    private final int[] batchOf;
    private final int[] rowOf;
    private final long[] hashOf;
    private final int[] earlier;
    private final int[] stepOf;
    private final boolean[] gone;
    private final int[] newest;
    private int steps = 1;

    private LatestRows(List<RowBatch> rows, KeyRules rules) {
        this.rules = rules;
        int count = 0;
        for (RowBatch batch : rows) {
            batches.add(new KeyedBatch(
                    batch, schemaOf(batch), Partitions.mark(batch.origin().partition())));
            count = Math.addExact(count, batch.rowCount());
        }
        batchOf = new int[count];
        rowOf = new int[count];
        hashOf = new long[count];
        earlier = new int[count];
        stepOf = new int[count];
        gone = new boolean[count];
        newest = new int[Integer.highestOneBit(Math.max(1, count)) << 2];
        Arrays.fill(newest, NONE);
    }

    /**
     * Selects rows.
     *
     * @param rows of any schemas, each partition's in order
     * @return in the order in which they are to be applied
     * @throws org.lakeingest.api.IngestException of kind RECORD when a row lacks a key or a version; of kind CONFIGURATION
     *     when a column cannot be one
     */
    public static List<Selection> of(List<RowBatch> rows, KeyRules rules) {
        LatestRows latest = new LatestRows(rows, rules);
        latest.place();
        return latest.selections();
    }

    /** All rows, but only the last of those that come from the same record. */
    public static List<RowBatch> ofRecords(List<RowBatch> rows) {
        List<RowBatch> latest = new ArrayList<>(rows.size());
        for (RowBatch batch : rows) {
            SelectionBuilder builder = new SelectionBuilder(batch.schema(), false);
            int last = batch.rowCount() - 1;
            for (int row = 0; row <= last; row++) {
                if (row == last || batch.originIndex(row) != batch.originIndex(row + 1)) {
                    builder.add(batch, row);
                }
            }
            latest.addAll(builder.build().rows());
        }
        return latest;
    }

    private KeyedSchema schemaOf(RowBatch rows) {
        Schema schema = rows.schema();
        for (KeyedSchema known : schemas) {
            if (known.schema.equals(schema)) {
                return known;
            }
        }
        KeyedSchema made = new KeyedSchema(rows, schemas.size(), rules);
        schemas.add(made);
        return made;
    }

    private void place() {
        int id = 0;
        for (int b = 0; b < batches.size(); b++) {
            KeyedBatch batch = batches.get(b);
            int count = batch.rows.rowCount();
            for (int row = 0; row < count; row++) {
                batchOf[id] = b;
                rowOf[id] = row;
                hashOf[id] = batch.hash(row);
                batch.check(row);
                id++;
            }
        }
        for (int next : RowOrder.of(batches, batchOf, rowOf)) {
            place(next);
        }
    }

    private void place(int id) {
        int slot = slotOf(id);
        int rival = newest[slot];
        earlier[id] = NONE;
        if (rival != NONE && isNewer(rival, id)) {
            gone[id] = true;
            return;
        }
        while (rival != NONE && outdates(id, rival)) {
            gone[rival] = true;
            rival = earlier[rival];
        }
        if (rival != NONE) {
            earlier[id] = rival;
            stepOf[id] = stepOf[rival] + 1;
            steps = Math.max(steps, stepOf[id] + 1);
        }
        newest[slot] = id;
    }

    private int slotOf(int id) {
        int mask = newest.length - 1;
        int slot = (int) (hashOf[id] >>> 7) & mask;
        while (newest[slot] != NONE && !sameKey(id, newest[slot])) {
            slot = (slot + 1) & mask;
        }
        return slot;
    }

    private boolean sameKey(int id, int other) {
        return hashOf[id] == hashOf[other]
                && batches.get(batchOf[id]).sameKey(rowOf[id], batches.get(batchOf[other]), rowOf[other]);
    }

    /** Whether the first row is newer than the second, which came after it. */
    private boolean isNewer(int first, int second) {
        KeyedBatch one = batches.get(batchOf[first]);
        KeyedBatch two = batches.get(batchOf[second]);
        if (one.hasVersion() && two.hasVersion()) {
            int order = one.compareVersion(rowOf[first], two, rowOf[second]);
            return order != 0 ? order > 0 : isLater(one, rowOf[first], two, rowOf[second]);
        }
        if (one.mark == two.mark) {
            return false;
        }
        int order = Long.compare(one.timestamp(rowOf[first]), two.timestamp(rowOf[second]));
        return order != 0 ? order > 0 : isLater(one, rowOf[first], two, rowOf[second]);
    }

    private static boolean isLater(KeyedBatch one, int row, KeyedBatch two, int otherRow) {
        return one.mark != two.mark
                ? Long.compareUnsigned(one.mark, two.mark) > 0
                : one.offset(row) > two.offset(otherRow);
    }

    /** Whether nothing of the older row would be seen once the newer one is applied. */
    private boolean outdates(int newer, int older) {
        if (rules.wholeRows()) {
            return true;
        }
        KeyedBatch one = batches.get(batchOf[newer]);
        KeyedBatch two = batches.get(batchOf[older]);
        if (one.deletes(rowOf[newer])) {
            return rules.deletesForget() || two.deletes(rowOf[older]);
        }
        boolean restores = two.deletes(rowOf[older]) && rules.deletesForget();
        return one.schema.setsAllOf(two.schema) && !restores;
    }

    private List<Selection> selections() {
        SelectionBuilder[][] builders = new SelectionBuilder[steps][2 * schemas.size()];
        for (int id = 0; id < batchOf.length; id++) {
            if (!gone[id]) {
                KeyedBatch batch = batches.get(batchOf[id]);
                SelectionBuilder[] step = builders[stepOf[id]];
                boolean deletes = batch.deletes(rowOf[id]);
                int kind = 2 * batch.schema.number + (deletes ? 1 : 0);
                if (step[kind] == null) {
                    step[kind] = new SelectionBuilder(batch.schema.schema, deletes);
                }
                step[kind].add(batch.rows, rowOf[id]);
            }
        }
        List<Selection> selections = new ArrayList<>();
        for (SelectionBuilder[] step : builders) {
            for (SelectionBuilder builder : step) {
                if (builder != null) {
                    selections.add(builder.build());
                }
            }
        }
        return selections;
    }
}
