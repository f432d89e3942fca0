package org.lakeingest.lake;

/** The statement of a keyed load. Immutable. */
interface KeyedStatement {
    /** What it does, for logs and messages: {@code REPLACE INTO}. */
    String verb();

    String sql(ReadyFile file);

    /**
     * Compares what the lake says it did with what was sent.
     *
     * @throws LakeException when the answer does not account for the rows
     */
    void check(ReadyFile file, QueryResult answer);
}
