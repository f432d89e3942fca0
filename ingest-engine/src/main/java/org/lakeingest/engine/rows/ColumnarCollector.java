package org.lakeingest.engine.rows;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.lakeingest.api.IngestException;
import org.lakeingest.api.KnowsTargets;
import org.lakeingest.api.RecordBatch;
import org.lakeingest.api.RowAppender;
import org.lakeingest.api.RowBatch;
import org.lakeingest.api.RowCollector;
import org.lakeingest.api.Schema;
import org.lakeingest.api.Target;
import org.lakeingest.api.TargetColumns;

/**
 * Collects what a decoder or a transformer writes during one call into row batches: one for each pair of target and schema
 * that got a row, in the order in which the pairs were first asked for.
 *
 * <p>One per lane and stage, confined to that lane's thread. Life: {@link #begin} with the input of a call, the call, then
 * {@link #finish}, again and again. After a call that threw, {@link #begin} drops what it left behind. The batches belong to
 * whoever takes them from {@link #finish}; the collector keeps nothing of them but their proportions, from which it sizes the
 * next ones.
 */
public final class ColumnarCollector implements RowCollector {
    /** More pairs than this are not remembered from one call to the next. */
    private static final int REMEMBERED_PAIRS = 64;

    private final RejectListener rejects;
    private final KnowsTargets targets;
    private final List<RowBatchBuilder> builders = new ArrayList<>();
    private @Nullable RowBatchBuilder latest;
    private @Nullable RecordBatch origin;
    private @Nullable RowBatch input;
    private int inputs;

    /** Told which record is given up; on the lane's thread, inside the decoder's or transformer's call. */
    @FunctionalInterface
    public interface RejectListener {
        void onReject(RecordBatch origin, int originIndex, IngestException reason);
    }

    /** A collector whose rows go somewhere that nothing is known of. */
    public ColumnarCollector(RejectListener rejects) {
        this(rejects, (stream, target) -> Optional.empty());
    }

    /**
     * Makes a collector.
     *
     * @param targets what the rows are bound for, as they are
     */
    public ColumnarCollector(RejectListener rejects, KnowsTargets targets) {
        this.rejects = rejects;
        this.targets = targets;
    }

    @Override
    public Optional<TargetColumns> columnsOf(Target target) {
        return targets.columnsOf(currentOrigin().partition().stream(), target);
    }

    @Override
    public boolean takesPartialRows() {
        return targets.takesPartialRows();
    }

    /** Prepares for a decoder: an input index is an index into these records. */
    public void begin(RecordBatch records) {
        begin(records, null, records.size());
    }

    /** Prepares for a transformer: an input index is a row of this batch, and what it yields keeps that row's origin. */
    public void begin(RowBatch rows) {
        begin(rows.origin(), rows, rows.rowCount());
    }

    private void begin(RecordBatch newOrigin, @Nullable RowBatch newInput, int newInputs) {
        if (builders.size() > REMEMBERED_PAIRS) {
            builders.clear();
            latest = null;
        }
        origin = newOrigin;
        input = newInput;
        inputs = newInputs;
        for (int i = 0; i < builders.size(); i++) {
            if (builders.get(i).isStarted()) {
                builders.get(i).drop();
            }
        }
    }

    @Override
    public RowAppender appender(Target target, Schema schema) {
        RowBatchBuilder builder = latest;
        if (builder == null || !builder.isFor(target, schema)) {
            builder = find(target, schema);
            latest = builder;
        }
        if (!builder.isStarted()) {
            builder.start(currentOrigin(), input, inputs);
        }
        return builder;
    }

    private RowBatchBuilder find(Target target, Schema schema) {
        for (int i = 0; i < builders.size(); i++) {
            RowBatchBuilder builder = builders.get(i);
            if (builder.isFor(target, schema)) {
                return builder;
            }
        }
        for (int i = 0; i < builders.size(); i++) {
            RowBatchBuilder builder = builders.get(i);
            if (builder.isForEqual(target, schema)) {
                return builder;
            }
        }
        RowBatchBuilder builder = new RowBatchBuilder(target, schema);
        builders.add(builder);
        return builder;
    }

    @Override
    public void reject(int inputIndex, IngestException reason) {
        Objects.checkIndex(inputIndex, inputs);
        rejects.onReject(
                currentOrigin(),
                input == null ? inputIndex : input.originIndex(inputIndex),
                Objects.requireNonNull(reason));
    }

    private RecordBatch currentOrigin() {
        if (origin == null) {
            throw new IllegalStateException("a collector is valid only during the call it was passed to");
        }
        return origin;
    }

    /**
     * Ends the call and hands over its rows; empty when it yielded none.
     *
     * @throws IllegalStateException when a row was begun and neither ended nor discarded
     */
    public List<ColumnarRowBatch> finish() {
        currentOrigin();
        List<ColumnarRowBatch> batches = new ArrayList<>(1);
        for (int i = 0; i < builders.size(); i++) {
            ColumnarRowBatch batch = builders.get(i).build();
            if (batch != null) {
                batches.add(batch);
            }
        }
        origin = null;
        input = null;
        inputs = 0;
        return batches;
    }
}
