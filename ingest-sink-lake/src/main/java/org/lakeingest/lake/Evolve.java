package org.lakeingest.lake;

/** What the sink may change about a table that is there. */
public enum Evolve {
    NONE,
    ADD_COLUMNS,
    WIDEN
}
