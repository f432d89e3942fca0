package org.lakeingest.lake;

import java.util.List;
import java.util.Set;
import org.lakeingest.api.Schema;

/**
 * How the rows for a table differ from its columns.
 *
 * @param hidden columns that the sink fills itself, and that rows must not bring
 * @param extra what rows may bring besides, for the sink to read; the table's columns of these names are hidden
 * @param partial whether a column that a row leaves out stays as it is, so that no row is given a null for want of a field
 */
record OwnColumns(Set<String> hidden, List<Schema.Field> extra, boolean partial) {
    /** Rows are as the table. */
    static final OwnColumns NONE = new OwnColumns(Set.of(), List.of(), false);

    OwnColumns {
        hidden = Set.copyOf(hidden);
        extra = List.copyOf(extra);
    }
}
