package org.lakeingest.lake.ledger;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.lakeingest.api.SourcePartition;

/**
 * What a lake is to the ledger's protocol, and nothing else: rows in segments that replace each other whole, transactions that
 * conflict when a segment that they replace is gone at COMMIT, appends that never conflict, and tables whose name may come to
 * mean another table. One thread.
 */
final class ModelLake {
    static final String LEDGER = "ledger";
    static final String TARGET = "target";

    /** A table; a name means one of them at a time. */
    static final class Table {
        final String id;
        final Map<SourcePartition, List<Long>> rows = new HashMap<>();

        Table(String id) {
            this.id = id;
        }
    }

    /** A row of the ledger and the segment that holds it. */
    private record Stored(LedgerRow row, int segment) {}

    /** What a transaction would do. */
    static final class Change {
        final Map<SourcePartition, LedgerRow> rows = new HashMap<>();
        final Set<Integer> replaced = new HashSet<>();
        final List<ModelFile> files = new ArrayList<>();
        Table target;

        Change(Table target) {
            this.target = target;
        }
    }

    private final Map<SourcePartition, Stored> ledger =
            new TreeMap<>((a, b) -> Integer.compare(a.number(), b.number()));
    private int segments;
    private int tables;
    Table target = new Table("t" + tables++);

    /** Rows written under a claim that was no longer the newest. */
    int stale;

    ModelLake(Iterable<SourcePartition> partitions) {
        for (SourcePartition partition : partitions) {
            ledger.put(partition, new Stored(LedgerRow.fresh(partition), 0));
        }
    }

    void replaceTarget() {
        target = new Table("t" + tables++);
    }

    List<LedgerRow> rows() {
        List<LedgerRow> rows = new ArrayList<>();
        ledger.values().forEach(stored -> rows.add(stored.row));
        return rows;
    }

    Map<String, String> ids() {
        return Map.of(LEDGER, "l", TARGET, target.id);
    }

    void claim(Set<SourcePartition> partitions, String owner) {
        Change change = new Change(target);
        for (SourcePartition partition : partitions) {
            Stored stored = stored(partition);
            LedgerRow row = stored.row;
            change.rows.put(
                    partition,
                    new LedgerRow(partition, row.next(), row.leaderEpoch(), row.epoch() + 1, owner, row.tables()));
            change.replaced.add(stored.segment);
        }
        commit(change);
    }

    private Stored stored(SourcePartition partition) {
        Stored stored = ledger.get(partition);
        if (stored == null) {
            throw new IllegalStateException("no row for " + partition);
        }
        return stored;
    }

    /** What a MERGE of these moves changes, as the ledger is now. */
    long move(Change change, List<LedgerMove> moves, Map<String, String> stored, LedgerGuards guards) {
        long moved = 0;
        for (LedgerMove move : moves) {
            Stored at = stored(move.partition());
            LedgerRow row = at.row;
            boolean claim = !guards.claim()
                    || (row.epoch() == move.epoch() && row.owner().equals(move.owner()));
            boolean position =
                    !guards.position() || row.next() == move.range().start() || row.next() == LedgerRow.UNSET;
            if (claim && position) {
                change.rows.put(
                        move.partition(),
                        new LedgerRow(move.partition(), move.range().end(), -1, row.epoch(), row.owner(), stored));
                change.replaced.add(at.segment);
                moved++;
            }
        }
        return moved;
    }

    /** False when another commit has replaced a segment meanwhile. */
    boolean commit(Change change) {
        Set<Integer> present = new HashSet<>();
        ledger.values().forEach(stored -> present.add(stored.segment));
        if (!present.containsAll(change.replaced)) {
            return false;
        }
        int changed = ++segments;
        int untouched = ++segments;
        for (Map.Entry<SourcePartition, Stored> entry : ledger.entrySet()) {
            Stored stored = entry.getValue();
            if (change.replaced.contains(stored.segment)) {
                LedgerRow row = change.rows.get(entry.getKey());
                entry.setValue(new Stored(row == null ? stored.row : row, row == null ? untouched : changed));
            }
        }
        for (ModelFile file : change.files) {
            for (ModelFile.Row row : file.content()) {
                change.target
                        .rows
                        .computeIfAbsent(row.partition(), any -> new ArrayList<>())
                        .add(row.offset());
                stale += row.epoch() == stored(row.partition()).row.epoch() ? 0 : 1;
            }
        }
        return true;
    }

    /** What is wrong: rows and ledger that disagree; null when nothing is. */
    @Nullable
    String problem(boolean replaced) {
        if (stale > 0) {
            return "rows were written under a claim that was not the newest";
        }
        for (LedgerRow row : rows()) {
            List<Long> offsets = new ArrayList<>(target.rows.getOrDefault(row.partition(), List.of()));
            long next = Math.max(0, row.next());
            offsets.sort(Long::compare);
            for (int i = 0; i < offsets.size() && !replaced; i++) {
                if (offsets.get(i) != i) {
                    return "rows " + offsets + " have a gap or a double, the ledger says " + next;
                }
            }
            if (!replaced && offsets.size() != next) {
                return "rows " + offsets + " are not what the ledger says, " + next;
            }
        }
        return null;
    }
}
