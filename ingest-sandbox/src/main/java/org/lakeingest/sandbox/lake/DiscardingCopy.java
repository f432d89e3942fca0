package org.lakeingest.sandbox.lake;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** COPY of files that were counted when they were uploaded: answers as if they were loaded, and forgets them. Thread-safe. */
final class DiscardingCopy implements Engine.Loader {
    private final Engine engine;
    private final Counts counts;

    DiscardingCopy(Engine engine, Counts counts) {
        this.engine = engine;
        this.counts = counts;
    }

    /** What is known of a file: how many rows and bytes it had. */
    record Counted(long rows, long bytes) {}

    /** The staged files as counts, and the totals of what was loaded. Thread-safe. */
    static final class Counts {
        private final ConcurrentSkipListMap<String, Counted> staged = new ConcurrentSkipListMap<>();
        private final Set<String> loaded = ConcurrentHashMap.newKeySet();
        final LongAdder rows = new LongAdder();
        final LongAdder bytes = new LongAdder();
        final LongAdder files = new LongAdder();

        void stage(String stage, String path, Counted file) {
            staged.put(stage + "/" + path, file);
        }

        private void load(Counted file) {
            rows.add(file.rows());
            bytes.add(file.bytes());
            files.increment();
        }
    }

    @Override
    public QueryResult execute(String word, SqlReader reader, Session session, Cancellation cancellation)
            throws LakeException {
        CopyStatement copy = CopyStatement.parse(reader, session);
        return engine.read(session, connection -> copy(connection, copy));
    }

    @Override
    public QueryResult insert(
            TableName table, List<String> columns, SqlReader reader, Session session, Cancellation cancellation)
            throws LakeException {
        CopyStatement copy = CopyStatement.ofInsert(table, columns, reader);
        return engine.read(session, connection -> copy(connection, copy));
    }

    @Override
    public long load(String sql, Session session, List<LakeBackend.Upload> files) throws LakeException {
        CopyStatement copy = CopyStatement.ofStreamingLoad(sql, session);
        QueryResult result = engine.read(session, connection -> {
            Changes.checkColumns(connection, copy.table(), copy.columns());
            return QueryResult.NOTHING;
        });
        assert result.written() == 0;
        long rows = 0;
        for (LakeBackend.Upload file : files) {
            CountedUpload counted = (CountedUpload) file;
            counts.load(new Counted(counted.rows(), counted.size()));
            rows += counted.rows();
        }
        return rows;
    }

    private QueryResult copy(Connection connection, CopyStatement copy) throws SQLException, LakeException {
        long tableId = Catalog.id(connection, copy.table());
        Changes.checkColumns(connection, copy.table(), copy.columns());
        Definitions.requireStage(connection, copy.location().stage());
        List<@Nullable String[]> rows = new ArrayList<>();
        long written = 0;
        for (Map.Entry<String, Counted> file : chosen(copy).entrySet()) {
            String path = file.getKey().substring(copy.location().stage().length() + 1);
            boolean fresh = counts.loaded.add(tableId + "/" + path);
            if (fresh || copy.options().force()) {
                counts.load(file.getValue());
                written += file.getValue().rows();
                rows.add(new @Nullable String[] {
                    path, String.valueOf(file.getValue().rows()), "0", null, null
                });
            }
            if (copy.options().purge()) {
                counts.staged.remove(file.getKey());
                if (copy.options().force()) {
                    counts.loaded.remove(tableId + "/" + path);
                }
            }
        }
        return new QueryResult(Field.COPY_RESULT, RowCursor.of(rows), written, null);
    }

    private Map<String, Counted> chosen(CopyStatement copy) throws LakeException {
        String prefix = copy.location().stage() + "/" + copy.location().prefix();
        Map<String, Counted> files = new TreeMap<>();
        if (copy.files().isEmpty()) {
            Pattern wanted = copy.pattern() == null ? null : Pattern.compile(copy.pattern());
            counts.staged.tailMap(prefix).forEach((path, file) -> {
                boolean fits = path.startsWith(prefix)
                        && (wanted == null
                                || wanted.matcher(path.substring(prefix.length()))
                                        .matches());
                if (fits) {
                    files.put(path, file);
                }
            });
            return files;
        }
        for (String name : copy.files()) {
            String path = prefix.endsWith("/") ? prefix + name : prefix + "/" + name;
            Counted file = counts.staged.get(path);
            if (file == null) {
                throw new LakeException(
                        LakeCode.NOT_FOUND,
                        "NotFound (persistent) at stat, context: { service: memory, path: " + path
                                + " } => entity not found");
            }
            files.put(path, file);
        }
        return files;
    }
}
