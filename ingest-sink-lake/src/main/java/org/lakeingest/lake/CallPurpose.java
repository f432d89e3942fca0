package org.lakeingest.lake;

/** What a call is for; decides what a failure means. */
enum CallPurpose {
    /** Reads, or changes something in a way that may be repeated: table definitions, presigning, removing files. */
    REPEATABLE,
    /** Puts a file into the stage; overwriting is harmless. */
    UPLOAD,
    /** Loads staged files into a table. */
    LOAD,
    /** Makes what a transaction did visible, all of it, or nothing. */
    COMMIT,
    /** Sends rows straight into a table; a broken request may leave a part of them there. */
    STREAM;

    /** Whether a lost answer leaves open what happened, and the same request sent again may be answered for itself. */
    boolean leavesOpen() {
        return this == LOAD || this == COMMIT;
    }
}
