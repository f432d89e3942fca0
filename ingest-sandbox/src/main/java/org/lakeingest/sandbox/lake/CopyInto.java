package org.lakeingest.sandbox.lake;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** COPY INTO a table, and the forms of INSERT that read staged files. Thread-safe. */
final class CopyInto implements Engine.Loader {
    private static final int FILES_PER_COMMIT = 15_000;

    private final Engine engine;
    private final Stages stages;
    private final NdjsonLoad ndjson;

    CopyInto(Engine engine, Stages stages) {
        this.engine = engine;
        this.stages = stages;
        this.ndjson = new NdjsonLoad(stages);
    }

    /** Where rows go: a stored table with the columns that are filled, in the statement's order. */
    record Target(String base, List<Catalog.Column> columns) {}

    /**
     * What became of one file.
     *
     * @param firstError of the rows that were skipped, or null
     * @param firstLine counted from 1
     */
    record Loaded(long rows, long errors, @Nullable String firstError, long firstLine) {}

    @Override
    public QueryResult execute(String word, SqlReader reader, Session session, Cancellation cancellation)
            throws LakeException {
        CopyStatement copy = CopyStatement.parse(reader, session);
        return engine.writer()
                .write(
                        session,
                        copy.table(),
                        Writer.Kind.APPEND,
                        (transaction, write) -> copy(transaction, write, copy, session, cancellation));
    }

    private QueryResult copy(
            Transaction transaction, TableWrite write, CopyStatement copy, Session session, Cancellation cancellation)
            throws SQLException, LakeException {
        Connection connection = transaction.connection();
        long tableId = write.state.id;
        Definitions.requireStage(connection, copy.location().stage());
        Target target = new Target(write.base(), Changes.columns(write.columns, copy.table(), copy.columns()));
        List<Stages.Staged> files = wanted(transaction, tableId, copy);
        boolean recorded = !copy.options().force() || !copy.options().purge();
        if (recorded && files.size() > FILES_PER_COMMIT) {
            throw new LakeException(
                    LakeCode.INTERNAL, "Copy into exceeds the commit limit of " + FILES_PER_COMMIT + " files");
        }
        List<@Nullable String[]> rows = new ArrayList<>();
        List<String> loaded = new ArrayList<>();
        long written = 0;
        List<Loaded> results = loadAll(connection, target, files, copy, cancellation);
        for (int i = 0; i < results.size(); i++) {
            Loaded result = results.get(i);
            if (result.rows() > 0) {
                // A file without a good row is not remembered, and may be loaded again.
                loaded.add(files.get(i).name());
            }
            if (result.rows() + result.errors() > 0) {
                rows.add(row(files.get(i), result));
                written += result.rows();
            }
        }
        write.end(written);
        long hours = session.number("load_file_metadata_expire_hours", 24);
        if (recorded) {
            transaction.record(new FileRecords.Pending(
                    tableId, loaded, hours, copy.options().force()));
        }
        if (copy.options().purge()) {
            transaction.purge(files);
        }
        return new QueryResult(Field.COPY_RESULT, RowCursor.of(rows), written, null);
    }

    private List<Stages.Staged> wanted(Transaction transaction, long tableId, CopyStatement copy)
            throws SQLException, LakeException {
        List<Stages.Staged> files = new ArrayList<>();
        for (Stages.Staged file : chosen(copy)) {
            boolean wanted = copy.options().force() || !transaction.loaded(tableId, file.name());
            if (wanted && files.size() < copy.options().maxFiles()) {
                files.add(file);
            }
        }
        return files;
    }

    private static @Nullable String[] row(Stages.Staged file, Loaded loaded) {
        boolean bad = loaded.firstError() != null;
        return new @Nullable String[] {
            file.name(),
            String.valueOf(loaded.rows()),
            String.valueOf(loaded.errors()),
            loaded.firstError(),
            bad ? String.valueOf(loaded.firstLine()) : null
        };
    }

    private List<Stages.Staged> chosen(CopyStatement copy) throws LakeException {
        if (copy.files().isEmpty()) {
            return stages.list(copy.location(), copy.pattern());
        }
        List<Stages.Staged> files = new ArrayList<>();
        for (String name : copy.files()) {
            files.add(stages.file(copy.location(), name));
        }
        return files;
    }

    /** Loads the files in one transaction; starts it again when a file needs a closer look. */
    private List<Loaded> loadAll(
            Connection connection,
            Target target,
            List<Stages.Staged> files,
            CopyStatement copy,
            Cancellation cancellation)
            throws SQLException, LakeException {
        try (NdjsonLoad.Inspected inspected = new NdjsonLoad.Inspected()) {
            while (true) {
                List<Loaded> results = new ArrayList<>();
                try {
                    for (Stages.Staged file : files) {
                        results.add(loadOne(connection, target, file, copy, inspected, cancellation));
                    }
                    return results;
                } catch (NdjsonLoad.Suspect e) {
                    connection.rollback();
                    ndjson.inspect(e, target, copy, inspected);
                }
            }
        }
    }

    private Loaded loadOne(
            Connection connection,
            Target target,
            Stages.Staged file,
            CopyStatement copy,
            NdjsonLoad.Inspected inspected,
            Cancellation cancellation)
            throws SQLException, LakeException, NdjsonLoad.Suspect {
        CopyTransform transform = copy.transform();
        if (transform != null) {
            return transform.load(connection, target, file, copy.format(), cancellation);
        }
        return copy.format().type().equals("ndjson")
                ? ndjson.load(connection, target, file, copy, inspected, cancellation)
                : ParquetLoad.load(connection, target, file, copy, cancellation);
    }

    /** {@code INSERT INTO t FROM @stage FILE_FORMAT=(…)}: forces, purges, leaves no record. */
    @Override
    public QueryResult insert(
            TableName table, List<String> columns, SqlReader reader, Session session, Cancellation cancellation)
            throws LakeException {
        CopyStatement read = CopyStatement.ofInsert(table, columns, reader);
        CopyStatement.Options forced = new CopyStatement.Options(true, true, false, true, Integer.MAX_VALUE);
        CopyStatement copy = new CopyStatement(
                table, columns, read.location(), read.files(), read.pattern(), read.format(), forced, null);
        return engine.writer()
                .write(
                        session,
                        table,
                        Writer.Kind.APPEND,
                        (transaction, write) -> copy(transaction, write, copy, session, cancellation));
    }

    /** {@code INSERT INTO t [(cols)] [FROM @_databend_load] FILE_FORMAT=(…)} with the files of a streaming load. */
    @Override
    public long load(String sql, Session session, List<LakeBackend.Upload> files) throws LakeException {
        CopyStatement copy = CopyStatement.ofStreamingLoad(sql, session);
        Writer.Work work = (transaction, write) -> {
            Target target = new Target(write.base(), Changes.columns(write.columns, copy.table(), copy.columns()));
            List<Stages.Staged> staged = new ArrayList<>();
            for (LakeBackend.Upload file : files) {
                Stages.FileUpload upload = (Stages.FileUpload) file;
                upload.publish();
                String name = String.valueOf(upload.path().getFileName());
                staged.add(new Stages.Staged(name, upload.path(), upload.size(), 0));
            }
            long rows = 0;
            for (Loaded loaded : loadAll(transaction.connection(), target, staged, copy, new Cancellation())) {
                rows += loaded.rows();
            }
            write.end(rows);
            return QueryResult.affected("inserted", rows);
        };
        return engine.writer()
                .write(session, copy.table(), Writer.Kind.APPEND, work)
                .written();
    }
}
