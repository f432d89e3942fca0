package org.lakeingest.format.json;

import org.lakeingest.api.Schema;

/**
 * One column of a {@link ColumnPlan}.
 *
 * @param defaulted whether rows without a value for it belong under a schema without it
 * @param required whether documents without a value for it are rejected
 * @param growth what a value that does not fit leads to
 */
record PlannedColumn(Schema.Field field, ValueReader reader, boolean defaulted, boolean required, Growth growth) {
    /** What happens to a column when a value does not fit. */
    enum Growth {
        /** The value's document is rejected. */
        NONE,
        /** The target's column becomes able to hold both. */
        WIDENS,
        /** The column's type follows from the values so far, and this one is added to them. */
        INFERRED
    }

    String name() {
        return field.name();
    }
}
