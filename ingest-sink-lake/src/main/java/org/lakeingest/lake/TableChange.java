package org.lakeingest.lake;

import java.util.List;

/** Something that must be done to a table before rows fit. */
sealed interface TableChange {
    /** Create it. */
    record Create(String definition) implements TableChange {}

    /** Add a column that may be null. */
    record Add(String column, String type) implements TableChange {}

    /** Give a column the first of these types that loses none of its values. */
    record Retype(TableShape.Column column, List<Widening.Wider> types) implements TableChange {}
}
