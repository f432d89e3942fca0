package org.lakeingest.api;

/** What one worker's writer is given. */
public interface WriterContext {
    int worker();

    /** Of the worker's source; read afresh for every transaction. */
    Membership membership();
}
