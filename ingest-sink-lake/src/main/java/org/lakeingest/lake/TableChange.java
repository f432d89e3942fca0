package org.lakeingest.lake;

import java.util.List;

/** Something that must be done to a table before rows fit. */
sealed interface TableChange {
    /**
     * Create it.
     *
     * @param wide whether there are decimals of more than 38 digits
     */
    record Create(String definition, boolean wide) implements TableChange {}

    /**
     * Add a column that may be null.
     *
     * @param wide whether it holds decimals of more than 38 digits
     */
    record Add(String column, String type, boolean wide) implements TableChange {}

    /** Give a column the first of these types that loses none of its values. */
    record Retype(TableShape.Column column, List<Widening.Wider> types) implements TableChange {}
}
