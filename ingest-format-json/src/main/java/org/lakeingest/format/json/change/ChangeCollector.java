package org.lakeingest.format.json.change;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.lakeingest.api.ColumnType;
import org.lakeingest.api.IngestException;
import org.lakeingest.api.RowAppender;
import org.lakeingest.api.RowCollector;
import org.lakeingest.api.Schema;
import org.lakeingest.api.Target;
import org.lakeingest.api.TargetColumns;

/** Counts records where the decoder of documents counts documents. Confined to one thread. */
final class ChangeCollector implements RowCollector {
    private final ChangeDocuments documents;
    private final String opColumn;
    private final @Nullable String versionColumn;
    private @Nullable RowCollector output;
    private @Nullable Appender appender;
    private final Map<String, Shown> streams = new HashMap<>();
    private String stream = "";

    /** What a stream's target holds, as it was told, and as it is passed on. */
    private record Shown(@Nullable TargetColumns seen, Optional<TargetColumns> shown) {}

    /**
     * Makes a collector.
     *
     * @param versionColumn which documents have, whether the target has it or not; null when they have none
     */
    ChangeCollector(ChangeDocuments documents, String opColumn, @Nullable String versionColumn) {
        this.documents = documents;
        this.opColumn = opColumn;
        this.versionColumn = versionColumn;
    }

    void begin(String newStream, RowCollector newOutput) {
        stream = newStream;
        output = newOutput;
        appender = null;
    }

    private RowCollector output() {
        if (output == null) {
            throw new IllegalStateException("a collector is valid only during the call it was passed to");
        }
        return output;
    }

    @Override
    public RowAppender appender(Target target, Schema schema) {
        RowAppender real = output().appender(target, schema);
        Appender known = appender;
        if (known == null || known.rows != real) {
            known = new Appender(real, documents);
            appender = known;
        }
        return known;
    }

    @Override
    public void reject(int inputIndex, IngestException reason) {
        output().reject(documents.recordOf(inputIndex), reason);
    }

    /**
     * The operation, and the version where there is one, are columns of the rows whether the target has them or not; and whatever a
     * document does not mention is left alone, so no column is null for want of a field.
     */
    @Override
    @SuppressWarnings("ReferenceEquality") // the same instance means that nothing changed
    public Optional<TargetColumns> columnsOf(Target target) {
        TargetColumns now = output().columnsOf(target).orElse(null);
        Shown last = streams.get(stream);
        if (last == null || last.seen != now) {
            last = new Shown(now, now == null ? Optional.empty() : Optional.of(withOwn(now)));
            streams.put(stream, last);
        }
        return last.shown;
    }

    /** A change says nothing of what it does not mention. */
    @Override
    public boolean takesPartialRows() {
        return true;
    }

    private TargetColumns withOwn(TargetColumns columns) {
        List<Schema.Field> fields = new ArrayList<>();
        Set<String> names = new HashSet<>();
        for (Schema.Field field : columns.schema().fields()) {
            if (!field.name().equals(opColumn)) {
                fields.add(field);
                names.add(field.name());
            }
        }
        if (versionColumn != null && names.add(versionColumn)) {
            fields.add(text(versionColumn));
        }
        fields.add(text(opColumn));
        return new TargetColumns(new Schema(fields), names, columns.takesNewColumns(), columns.widens());
    }

    private static Schema.Field text(String name) {
        return new Schema.Field(name, ColumnType.of(ColumnType.Kind.STRING), true);
    }

    private record Appender(RowAppender rows, ChangeDocuments documents) implements RowAppender {
        @Override
        public void beginRow(int inputIndex) {
            rows.beginRow(documents.recordOf(inputIndex));
        }

        @Override
        public void setNull(int column) {
            rows.setNull(column);
        }

        @Override
        public void setBoolean(int column, boolean value) {
            rows.setBoolean(column, value);
        }

        @Override
        public void setLong(int column, long value) {
            rows.setLong(column, value);
        }

        @Override
        public void setDouble(int column, double value) {
            rows.setDouble(column, value);
        }

        @Override
        public void setBytes(int column, byte[] source, int offset, int length) {
            rows.setBytes(column, source, offset, length);
        }

        @Override
        public void beginNested(int column) {
            rows.beginNested(column);
        }

        @Override
        public void endNested() {
            rows.endNested();
        }

        @Override
        public void endRow() {
            rows.endRow();
        }

        @Override
        public void discardRow() {
            rows.discardRow();
        }
    }
}
