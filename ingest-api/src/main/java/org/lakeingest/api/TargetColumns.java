package org.lakeingest.api;

import java.util.Set;

/**
 * What a target holds. Immutable.
 *
 * @param schema the columns in the target's order; a kind says how values are to be sent, which may be wider than what the
 *     target stores: the sink refuses what does not fit
 * @param defaulted names of the columns for which a missing value is not null: they have a default of their own, or take no
 *     null. Rows without a value for one of them belong in a row batch whose schema lacks it
 * @param takesNewColumns whether rows may bring columns that are not among these
 * @param widens whether rows may bring other kinds for these columns, which then become able to hold both
 */
public record TargetColumns(Schema schema, Set<String> defaulted, boolean takesNewColumns, boolean widens) {
    public TargetColumns {
        defaulted = Set.copyOf(defaulted);
    }
}
