package org.lakeingest.format.json;

import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.base.ParserBase;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.lakeingest.api.BytesColumn;
import org.lakeingest.api.IngestException;
import org.lakeingest.api.RowAppender;
import org.lakeingest.api.RowCollector;
import org.lakeingest.api.Schema;
import org.lakeingest.api.Target;

/** Reads the fields of a document into columns that follow the target and the documents, for each stream on its own. */
final class PlannedColumns implements RowReader {
    private final Supplier<ColumnMemory> memories;
    private final ColumnScan scan;
    private final BatchCount grown;
    private final Map<String, Columns> streams = new HashMap<>();
    private Columns now;

    /** What one stream's rows look like. */
    private static final class Columns {
        final ColumnMemory memory;
        ColumnPlan plan;

        Columns(ColumnMemory memory) {
            this.memory = memory;
            this.plan = memory.plan();
        }
    }

    PlannedColumns(Supplier<ColumnMemory> memories, ColumnScan scan, BatchCount grown) {
        this.memories = memories;
        this.scan = scan;
        this.grown = grown;
        this.now = new Columns(memories.get());
    }

    @Override
    public void begin(String stream, RowCollector output) {
        now = streams.computeIfAbsent(stream, any -> new Columns(memories.get()));
        if (now.memory.follow(output.columnsOf(Target.DEFAULT), output.takesPartialRows())) {
            now.plan = now.memory.plan();
        }
    }

    @Override
    public Schema schema() {
        return now.plan.schema();
    }

    @Override
    public @Nullable IngestException read(ParserBase parser, RowAppender rows, BytesColumn payloads, int index)
            throws IOException {
        if (parser.currentToken() != JsonToken.START_OBJECT) {
            return RowReader.noObject();
        }
        IngestException fault = now.plan.read(parser, rows);
        return fault == AGAIN && now.plan.misfits() ? grow(payloads, index) : fault;
    }

    /** Each time a column becomes able to hold more, or one is new; so a document is read again only so many times. */
    private @Nullable IngestException grow(BytesColumn payloads, int index) {
        PlannedColumn misfit = now.plan.misfit();
        IngestException fault = scan.scan(payloads, index, now.plan, now.memory);
        if (fault != null) {
            return fault;
        }
        if (misfit != null) {
            now.memory.makeRoom(misfit);
        }
        now.plan = now.memory.plan();
        grown.one();
        return AGAIN;
    }

    @Override
    public @Nullable IngestException readEmpty(RowAppender rows) {
        return now.plan.readNothing(rows);
    }
}
