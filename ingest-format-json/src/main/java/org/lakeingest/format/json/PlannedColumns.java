package org.lakeingest.format.json;

import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.base.ParserBase;
import java.io.IOException;
import org.jspecify.annotations.Nullable;
import org.lakeingest.api.BytesColumn;
import org.lakeingest.api.IngestException;
import org.lakeingest.api.RowAppender;
import org.lakeingest.api.RowCollector;
import org.lakeingest.api.Schema;
import org.lakeingest.api.Target;

/** Reads the fields of a document into columns that follow the target and the documents. */
final class PlannedColumns implements RowReader {
    private final ColumnMemory memory;
    private final ColumnScan scan;
    private final BatchCount grown;
    private ColumnPlan plan;

    PlannedColumns(ColumnMemory memory, ColumnScan scan, BatchCount grown) {
        this.memory = memory;
        this.scan = scan;
        this.grown = grown;
        this.plan = memory.plan();
    }

    @Override
    public void begin(RowCollector output) {
        if (memory.follow(output.columnsOf(Target.DEFAULT))) {
            plan = memory.plan();
        }
    }

    @Override
    public Schema schema() {
        return plan.schema();
    }

    @Override
    public @Nullable IngestException read(ParserBase parser, RowAppender rows, BytesColumn payloads, int index)
            throws IOException {
        if (parser.currentToken() != JsonToken.START_OBJECT) {
            return RowReader.noObject();
        }
        IngestException fault = plan.read(parser, rows);
        return fault == AGAIN && plan.misfits() ? grow(payloads, index) : fault;
    }

    /** Each time a column becomes able to hold more, or one is new; so a document is read again only so many times. */
    private @Nullable IngestException grow(BytesColumn payloads, int index) {
        PlannedColumn misfit = plan.misfit();
        IngestException fault = scan.scan(payloads, index, plan, memory);
        if (fault != null) {
            return fault;
        }
        if (misfit != null) {
            memory.makeRoom(misfit);
        }
        plan = memory.plan();
        grown.one();
        return AGAIN;
    }

    @Override
    public @Nullable IngestException readEmpty(RowAppender rows) {
        return plan.readNothing(rows);
    }
}
