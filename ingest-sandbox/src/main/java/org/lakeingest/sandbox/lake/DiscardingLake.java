package org.lakeingest.sandbox.lake;

import java.io.IOException;
import java.net.URI;
import java.util.List;

/**
 * A lake that keeps nothing: the protocol of {@link LocalLake}, tables that stay empty, files that are counted while they stream by. For
 * measuring what is in front of a lake.
 *
 * <p>COPY answers {@code Rows_loaded} truthfully: lines for text, plain or compressed, and the number in the footer for Parquet. With {@link
 * LakeOptions#withCountRows} off nothing is opened and the number is 0. Thread-safe.
 */
public final class DiscardingLake implements AutoCloseable {
    private final LakeServer server;
    private final Backend backend;

    private DiscardingLake(LakeServer server, Backend backend) {
        this.server = server;
        this.backend = backend;
    }

    /**
     * Listens.
     *
     * @throws IllegalStateException with one line that names the port, when it is taken
     */
    public static DiscardingLake start(LakeOptions options) {
        Backend backend = new Backend(options);
        try {
            return new DiscardingLake(LakeServer.start("discarding-lake", options.port(), backend), backend);
        } catch (RuntimeException e) {
            backend.close();
            throw e;
        }
    }

    /** The port it listens on. */
    public int port() {
        return server.port();
    }

    /** {@code http://127.0.0.1:port}. */
    public URI uri() {
        return URI.create("http://127.0.0.1:" + port());
    }

    /** What a sink is configured with, user and password included. */
    public String dsn() {
        return "http://lake:lake@127.0.0.1:" + port() + "/default?presigned_url_disabled=true";
    }

    /** Makes it misbehave. */
    public LakeFaults faults() {
        return server.faults();
    }

    /** How many rows were loaded, by COPY or streaming; 0 when rows are not counted. */
    public long rows() {
        return backend.counts.rows.sum();
    }

    /** How many bytes the loaded files had as they were sent. */
    public long bytes() {
        return backend.counts.bytes.sum();
    }

    /** How many files were loaded. */
    public long files() {
        return backend.counts.files.sum();
    }

    @Override
    public void close() {
        server.close();
        backend.close();
    }

    private static final class Backend implements LakeBackend {
        private final DiscardingCopy.Counts counts = new DiscardingCopy.Counts();
        private final boolean countRows;
        private final LocalBackend statements;

        Backend(LakeOptions options) {
            this.countRows = options.countRows();
            this.statements = LocalBackend.open(options, (engine, stages) -> new DiscardingCopy(engine, counts));
        }

        @Override
        public QueryResult execute(String sql, Session session, Cancellation cancellation) throws LakeException {
            return statements.execute(sql, session, cancellation);
        }

        @Override
        public Upload upload(String stage, String path) throws LakeException {
            statements.requireStage(stage);
            return new StagedCount(stage, path);
        }

        @Override
        public Upload loadPart(String fileName) {
            return new CountedUpload(countRows);
        }

        @Override
        public Loaded load(String sql, Session session, List<Upload> parts) throws LakeException, IOException {
            for (Upload part : parts) {
                part.publish();
            }
            return statements.load(sql, session, parts);
        }

        @Override
        public void close() {
            statements.close();
        }

        /** An upload whose count appears in the stage when it is complete. */
        private final class StagedCount implements Upload {
            private final CountedUpload upload = new CountedUpload(countRows);
            private final String stage;
            private final String path;

            StagedCount(String stage, String path) {
                this.stage = stage;
                this.path = path;
            }

            @Override
            public void write(byte[] bytes, int from, int length) throws IOException {
                upload.write(bytes, from, length);
            }

            @Override
            public long size() {
                return upload.size();
            }

            @Override
            public void publish() throws IOException {
                upload.publish();
                counts.stage(stage, path, new DiscardingCopy.Counted(upload.rows(), upload.size()));
            }

            @Override
            public void close() {
                upload.close();
            }
        }
    }
}
