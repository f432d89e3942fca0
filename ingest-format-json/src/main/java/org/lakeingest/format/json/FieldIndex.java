package org.lakeingest.format.json;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.lakeingest.api.Schema;

/** Finds a field's number by its name. Immutable. */
final class FieldIndex {
    private static final int NONE = -1;

    private final String[] names;
    private final boolean foldsCase;
    /** Field numbers by hash of the name, with open addressing. */
    private final int[] table;

    /** @param foldsCase whether a name without a field finds the field that is the name in lower case */
    FieldIndex(List<Schema.Field> fields, boolean foldsCase) {
        this.foldsCase = foldsCase;
        names = new String[fields.size()];
        table = new int[Integer.highestOneBit(Math.max(1, names.length)) * 4];
        Arrays.fill(table, NONE);
        for (int i = 0; i < names.length; i++) {
            names[i] = fields.get(i).name();
            int slot = slot(names[i]);
            while (table[slot] != NONE) {
                slot = (slot + 1) & (table.length - 1);
            }
            table[slot] = i;
        }
    }

    private int slot(String name) {
        int hash = name.hashCode();
        return (hash ^ (hash >>> 16)) & (table.length - 1);
    }

    /**
     * The number of the field, or a negative number when there is none.
     *
     * @param guess the number it probably has, since documents of one topic keep their order; any number is allowed
     */
    int find(String name, int guess) {
        if (guess >= 0 && guess < names.length && names[guess].equals(name)) {
            return guess;
        }
        int found = find(name);
        return found == NONE && foldsCase ? find(name.toLowerCase(Locale.ROOT)) : found;
    }

    private int find(String name) {
        int slot = slot(name);
        while (table[slot] != NONE) {
            if (names[table[slot]].equals(name)) {
                return table[slot];
            }
            slot = (slot + 1) & (table.length - 1);
        }
        return NONE;
    }
}
