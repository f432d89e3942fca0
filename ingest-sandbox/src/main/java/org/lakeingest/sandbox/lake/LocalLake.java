package org.lakeingest.sandbox.lake;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/**
 * A lake on this machine: the lake's HTTP protocol in front of an embedded database.
 *
 * <p>Started by {@link #start}, usable at once, stopped by {@link #close}. Users: {@code lake} with the password {@code lake}, and {@code
 * root} without one. What it does differently from the lake is listed in {@code docs/sandbox.md}. Thread-safe.
 */
public final class LocalLake implements AutoCloseable {
    private final LakeServer server;
    private final Backend backend;

    private LocalLake(LakeServer server, Backend backend) {
        this.server = server;
        this.backend = backend;
    }

    /**
     * Opens the database and listens.
     *
     * @throws IllegalStateException with one line that names the port or the file, when the port is taken or the database cannot be opened
     */
    public static LocalLake start(LakeOptions options) {
        Backend backend = Backend.open(options);
        try {
            return new LocalLake(LakeServer.start("local-lake", options.port(), backend), backend);
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

    /** Stops listening, cancels what runs and closes the database; what is kept in a file stays. */
    @Override
    public void close() {
        server.close();
        backend.close();
    }

    private static final class Backend implements LakeBackend {
        private final Duck duck;
        private final Stages stages;
        private final Engine engine;
        private final Path scratch;

        private Backend(Duck duck, Stages stages, Engine engine, Path scratch) {
            this.duck = duck;
            this.stages = stages;
            this.engine = engine;
            this.scratch = scratch;
        }

        static Backend open(LakeOptions options) {
            Path scratch = null;
            Duck duck = null;
            try {
                scratch = Files.createTempDirectory("local-lake-");
                Stages stages = Stages.open(options, scratch);
                duck = Duck.open(options, scratch.resolve("spill"));
                FileRecords records = new FileRecords(options.clock());
                try (Connection connection = duck.connect("main")) {
                    Catalog.setUp(connection);
                    records.read(connection);
                } catch (LakeException e) {
                    throw new SQLException(e.text(), e);
                }
                return new Backend(duck, stages, new Engine(duck, stages, records), scratch);
            } catch (SQLException | IOException e) {
                Engine.closeQuietly(duck);
                if (scratch != null) {
                    Stages.deleteTree(scratch);
                }
                Path file = options.database();
                throw new IllegalStateException(
                        "Cannot open the lake's database " + (file == null ? "in memory" : file) + ": "
                                + String.valueOf(e.getMessage()).split("\n", 2)[0],
                        e);
            }
        }

        @Override
        public QueryResult execute(String sql, Session session, Cancellation cancellation) throws LakeException {
            return engine.execute(sql, session, cancellation);
        }

        @Override
        public Upload upload(String stage, String path) throws LakeException, IOException {
            engine.read(new Session(null), connection -> {
                Definitions.requireStage(connection, stage);
                return QueryResult.NOTHING;
            });
            return stages.upload(stage, path);
        }

        @Override
        public Upload loadPart(String fileName) throws IOException {
            return stages.scratchUpload(fileName);
        }

        @Override
        public Loaded load(String sql, Session session, List<Upload> parts) throws LakeException {
            List<Stages.FileUpload> files = new ArrayList<>();
            long bytes = 0;
            for (Upload part : parts) {
                Stages.FileUpload file = (Stages.FileUpload) part;
                files.add(file);
                bytes += file.size();
            }
            long rows = engine.load(sql, session, files);
            return new Loaded(rows, rows == 0 ? 0 : bytes);
        }

        @Override
        public void close() {
            duck.close();
            stages.close();
            Stages.deleteTree(scratch);
        }
    }
}
