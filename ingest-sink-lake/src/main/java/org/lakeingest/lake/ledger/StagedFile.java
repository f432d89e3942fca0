package org.lakeingest.lake.ledger;

/** A file that waits in the stage. Files of equal table and form are loaded by one statement. */
public interface StagedFile {
    /** Name of the table it is for. */
    String table();

    /** What else must be equal for one statement: the columns, for instance. Compared by value. */
    Object form();

    long rows();
}
