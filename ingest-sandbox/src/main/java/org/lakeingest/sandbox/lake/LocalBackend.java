package org.lakeingest.sandbox.lake;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;

/** The embedded database with its staged files and file records, as what answers statements. Thread-safe. */
final class LocalBackend implements LakeBackend {
    private final Duck duck;
    private final Stages stages;
    private final Engine engine;
    private final Path scratch;

    private LocalBackend(Duck duck, Stages stages, Engine engine, Path scratch) {
        this.duck = duck;
        this.stages = stages;
        this.engine = engine;
        this.scratch = scratch;
    }

    static LocalBackend open(LakeOptions options, Engine.LoaderFactory loaders) {
        Path scratch = null;
        Duck duck = null;
        try {
            scratch = Files.createTempDirectory("local-lake-");
            Stages stages = Stages.open(options, scratch);
            duck = Duck.open(options, scratch.resolve("spill"));
            FileRecords records = new FileRecords(options.clock());
            Segments segments = new Segments();
            try (Connection connection = duck.connect("main")) {
                Catalog.setUp(connection);
                segments.read(connection);
                records.read(connection);
            } catch (LakeException e) {
                throw new SQLException(e.text(), e);
            }
            Engine engine = new Engine(duck, stages, segments, records, new Labels(options.clock()), loaders);
            return new LocalBackend(duck, stages, engine, scratch);
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

    /** Fails when there is no stage of this name. */
    void requireStage(String stage) throws LakeException {
        QueryResult unused = engine.read(new Session(null), connection -> {
            Definitions.requireStage(connection, stage);
            return QueryResult.NOTHING;
        });
    }

    @Override
    public Upload upload(String stage, String path) throws LakeException, IOException {
        requireStage(stage);
        return stages.upload(stage, path);
    }

    @Override
    public Upload loadPart(String fileName) throws IOException {
        return stages.scratchUpload(fileName);
    }

    @Override
    public Loaded load(String sql, Session session, List<Upload> parts) throws LakeException {
        long rows = engine.load(sql, session, parts);
        long bytes = 0;
        for (Upload part : parts) {
            bytes += part.size();
        }
        return new Loaded(rows, rows == 0 ? 0 : bytes);
    }

    @Override
    public void close() {
        duck.close();
        stages.close();
        Stages.deleteTree(scratch);
    }
}
