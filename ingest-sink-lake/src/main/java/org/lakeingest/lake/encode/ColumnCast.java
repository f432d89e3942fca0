package org.lakeingest.lake.encode;

import java.util.List;
import org.lakeingest.api.ColumnType;

/**
 * How the values of a column, or of a part of one, get into a file. Immutable.
 *
 * @param from what rows hold
 * @param to what the file holds; a kind that {@link CastColumns} can make of {@code from}
 * @param bits of the largest integer that fits, where {@code to} is INT64 or UINT64: odd with a sign, even without
 * @param children of a LIST, MAP or STRUCT that stays one, in the order of {@code to}'s children
 * @param sources for each child its number in {@code from}; -1 for one that rows do not have, which becomes null
 */
public record ColumnCast(ColumnType from, ColumnType to, int bits, List<ColumnCast> children, List<Integer> sources) {

    public ColumnCast {
        children = List.copyOf(children);
        sources = List.copyOf(sources);
    }

    /** Of a type without parts, or one that becomes text as a whole. */
    public static ColumnCast of(ColumnType from, ColumnType to) {
        return new ColumnCast(from, to, to.kind() == ColumnType.Kind.UINT64 ? 64 : 63, List.of(), List.of());
    }

    /** Whether values travel as they are. */
    boolean isIdentity() {
        if (children.isEmpty()) {
            return from.equals(to) && (to.kind() != ColumnType.Kind.INT64 || bits == 63);
        }
        for (int i = 0; i < children.size(); i++) {
            if (sources.get(i) != i || !children.get(i).isIdentity()) {
                return false;
            }
        }
        return from.kind() == to.kind() && from.children().size() == children.size();
    }
}
