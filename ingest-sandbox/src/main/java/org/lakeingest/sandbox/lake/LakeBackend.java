package org.lakeingest.sandbox.lake;

import java.io.IOException;
import java.util.List;

/** What answers statements and takes files behind the protocol. Thread-safe: called from many request threads at once. */
interface LakeBackend extends AutoCloseable {
    /** The text of the header {@code X-DATABEND-VERSION}. */
    String VERSION = "1.2.895-local";

    /** Executes one statement; blocks until its rows can be read. */
    QueryResult execute(String sql, Session session, Cancellation cancellation) throws LakeException;

    /** Opens a place for one uploaded file; what is written becomes visible when it is published. */
    Upload upload(String stage, String path) throws LakeException, IOException;

    /** Opens a place for one part of a streaming load. */
    Upload loadPart(String fileName) throws IOException;

    /** Loads the parts by an {@code INSERT … FROM @_databend_load} statement and removes them. */
    Loaded load(String sql, Session session, List<Upload> parts) throws LakeException, IOException;

    @Override
    void close();

    /** What a streaming load wrote. */
    record Loaded(long rows, long bytes) {}

    /** A file that is being received. Used by one thread. */
    interface Upload extends AutoCloseable {
        void write(byte[] bytes, int from, int length) throws IOException;

        /** How many bytes were written. */
        long size();

        /** Makes the file visible under its name, replacing an older one. */
        void publish() throws IOException;

        /** Frees what is held; drops the file unless it was published. */
        @Override
        void close();
    }
}
