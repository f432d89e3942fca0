package org.lakeingest.sandbox.lake;

import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/**
 * What is remembered of one table beside its rows: which segments it has and which of them share a fate.
 *
 * <p>A segment is what one statement wrote. A unit is what conflicts with itself: at first every segment is one, compaction makes one of
 * many, and every change of rows gives the unit that they were in a new number. Everything but the two locks is guarded by {@link
 * Segments#commit}.
 */
final class TableState {
    /** From this size on a unit is left alone by compaction. */
    private static final long PERFECT_ROWS = 800_000;

    final long id;
    /** Held for reading by statements that write rows, for writing by those that change the columns. */
    final ReentrantReadWriteLock definition = new ReentrantReadWriteLock();
    /** The lake's table lock: held for the length of one UPDATE, DELETE, MERGE or REPLACE. */
    final ReentrantLock tableLock = new ReentrantLock();

    final Set<TableWrite> open = Collections.newSetFromMap(new IdentityHashMap<>());

    private final Map<Integer, Integer> units = new HashMap<>();
    private final Map<Integer, Long> sizes = new HashMap<>();

    /** When the statement ran whose commit is the newest, in nanoseconds. */
    long newestWrite;

    boolean written;
    /** Counts the changes of column types. */
    int types;

    TableState(long id) {
        this.id = id;
    }

    String base() {
        return base(id);
    }

    static String base(long id) {
        return "lake_data.t" + id;
    }

    /** The unit of every visible segment, as of now. */
    Map<Integer, Integer> units() {
        return new HashMap<>(units);
    }

    Integer unitOf(int segment) {
        return units.getOrDefault(segment, -1);
    }

    void add(int segment, int unit, long rows) {
        units.put(segment, unit);
        sizes.put(segment, rows);
    }

    void remove(int segment) {
        units.remove(segment);
        sizes.remove(segment);
    }

    void clear() {
        units.clear();
        sizes.clear();
    }

    /** Gives all segments that share a unit with the given one another unit. */
    void renew(int segment, int unit) {
        Integer old = units.get(segment);
        if (old != null) {
            units.replaceAll((s, u) -> u.equals(old) ? Integer.valueOf(unit) : u);
        }
    }

    /** The segments that compaction would take together. */
    Set<Integer> small() {
        Map<Integer, Long> rows = new HashMap<>();
        units.forEach((segment, unit) -> rows.merge(unit, sizes.getOrDefault(segment, 0L), Long::sum));
        Set<Integer> small = new HashSet<>();
        units.forEach((segment, unit) -> {
            if (rows.getOrDefault(unit, 0L) < PERFECT_ROWS) {
                small.add(segment);
            }
        });
        return small;
    }

    /** How many units these segments are. */
    int count(Set<Integer> segments) {
        Set<Integer> found = new HashSet<>();
        segments.forEach(s -> found.add(units.getOrDefault(s, -s)));
        return found.size();
    }

    void compact(Set<Integer> segments, int unit) {
        units.replaceAll((s, u) -> segments.contains(s) ? Integer.valueOf(unit) : u);
    }
}
