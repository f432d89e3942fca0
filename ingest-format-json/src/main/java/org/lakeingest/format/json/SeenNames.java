package org.lakeingest.format.json;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Which column each field name belongs to, filled as names are met: then the names are in the order of the documents, and a
 * lookup is mostly one comparison. Confined to one thread.
 */
final class SeenNames {
    /** Answer for a name that was not met yet. */
    static final int UNKNOWN = Integer.MIN_VALUE;

    /** A longer name is not kept: many of them would fill the memory. */
    private static final int LONGEST = 1000;

    private static final int NONE = -1;

    private final int most;
    private @Nullable String[] names = new String[16];
    private int[] columns = new int[16];
    private int count;
    /** Numbers of names by hash, with open addressing. */
    private int[] table = newTable(64);

    private int next;

    /** @param most how many names are kept; more are not */
    SeenNames(int most) {
        this.most = most;
    }

    private static int[] newTable(int size) {
        int[] table = new int[size];
        Arrays.fill(table, NONE);
        return table;
    }

    /** Told at the start of each document. */
    void restart() {
        next = 0;
    }

    /** What was given to {@link #add} for this name, or {@link #UNKNOWN}. */
    int find(String name) {
        int guess = next;
        if (guess < count && name.equals(names[guess])) {
            next = guess + 1;
            return columns[guess];
        }
        int slot = slot(name);
        while (table[slot] != NONE) {
            int at = table[slot];
            if (name.equals(names[at])) {
                next = at + 1;
                return columns[at];
            }
            slot = (slot + 1) & (table.length - 1);
        }
        return UNKNOWN;
    }

    private int slot(String name) {
        int hash = name.hashCode();
        return (hash ^ (hash >>> 16)) & (table.length - 1);
    }

    /** Keeps a name that {@link #find} did not find, unless there are too many, or it is too long. */
    void add(String name, int column) {
        if (count == most || name.length() > LONGEST) {
            return;
        }
        if (count == names.length) {
            names = Arrays.copyOf(names, 2 * count);
            columns = Arrays.copyOf(columns, 2 * count);
            table = newTable(4 * names.length);
            for (int i = 0; i < count; i++) {
                place(String.valueOf(names[i]), i);
            }
        }
        names[count] = name;
        columns[count] = column;
        place(name, count);
        count++;
        next = count;
    }

    private void place(String name, int number) {
        int slot = slot(name);
        while (table[slot] != NONE) {
            slot = (slot + 1) & (table.length - 1);
        }
        table[slot] = number;
    }
}
