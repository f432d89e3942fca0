package org.lakeingest.format.json;

import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The names seen in each object that is open, to find one given twice. Small objects are searched in a row, by
 * hashes that the strings remember, since the parser shares its names; a large object gets a set. Confined to one thread.
 */
final class NameStack {
    private static final int LARGE = 64;

    private String[] names = new String[256];
    private int count;
    private int[] starts = new int[32];
    private @Nullable Set<String>[] large = newSets(32);
    private int depth;

    @SuppressWarnings({"unchecked", "rawtypes"}) // an array of a generic type cannot be created otherwise
    private static @Nullable Set<String>[] newSets(int size) {
        return new Set[size];
    }

    void clear() {
        count = 0;
        depth = 0;
    }

    void open() {
        if (depth == starts.length) {
            starts = Arrays.copyOf(starts, 2 * depth);
            large = Arrays.copyOf(large, 2 * depth);
        }
        starts[depth] = count;
        large[depth] = null;
        depth++;
    }

    void close() {
        count = starts[--depth];
    }

    /** Whether the name is new in the innermost object. */
    boolean add(String name) {
        int start = starts[depth - 1];
        if (count - start >= LARGE) {
            return addToLarge(name, start);
        }
        int hash = name.hashCode();
        for (int i = start; i < count; i++) {
            String other = names[i];
            if (other.hashCode() == hash && other.equals(name)) {
                return false;
            }
        }
        if (count == names.length) {
            names = Arrays.copyOf(names, 2 * count);
        }
        names[count++] = name;
        return true;
    }

    private boolean addToLarge(String name, int start) {
        Set<String> set = large[depth - 1];
        if (set == null) {
            set = new HashSet<>(Arrays.asList(names).subList(start, count));
            large[depth - 1] = set;
        }
        return set.add(name);
    }
}
