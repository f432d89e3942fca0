package org.lakeingest.lake;

import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import org.lakeingest.api.Schema;

/**
 * How the rows for a table differ from its columns.
 *
 * @param hidden columns that the sink fills itself, and that rows must not bring
 * @param extra what rows may bring besides, for the sink to read; the table's columns of these names are hidden
 * @param optional which of the table's columns a row must rather lack than have as a null for want of a value
 */
record OwnColumns(Set<String> hidden, List<Schema.Field> extra, Predicate<String> optional) {
    /** Rows are as the table. */
    static final OwnColumns NONE = new OwnColumns(Set.of(), List.of(), any -> false);

    OwnColumns {
        hidden = Set.copyOf(hidden);
        extra = List.copyOf(extra);
    }
}
