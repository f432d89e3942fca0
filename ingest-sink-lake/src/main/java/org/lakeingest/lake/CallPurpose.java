package org.lakeingest.lake;

/** What a call is for; decides what a failure means. */
enum CallPurpose {
    /** Reads, or changes something in a way that may be repeated: table definitions, presigning, removing files. */
    REPEATABLE,
    /** Puts a file into the stage; overwriting is harmless. */
    UPLOAD,
    /** Loads staged files into a table. */
    LOAD,
    /** Sends rows straight into a table; a broken request may leave a part of them there. */
    STREAM
}
