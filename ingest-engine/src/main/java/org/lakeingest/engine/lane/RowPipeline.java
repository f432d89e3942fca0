package org.lakeingest.engine.lane;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.lakeingest.api.Decoder;
import org.lakeingest.api.IngestException;
import org.lakeingest.api.KnowsTargets;
import org.lakeingest.api.RecordBatch;
import org.lakeingest.api.RejectedRecord;
import org.lakeingest.api.Target;
import org.lakeingest.api.TargetColumns;
import org.lakeingest.api.Transformer;
import org.lakeingest.engine.EngineErrorCode;
import org.lakeingest.engine.reject.RejectDesk;
import org.lakeingest.engine.rows.ColumnarCollector;
import org.lakeingest.engine.rows.ColumnarRowBatch;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A lane's decoder and transformers, one after the other. Confined to the lane's thread. */
final class RowPipeline {
    private static final Logger log = LoggerFactory.getLogger(RowPipeline.class);

    private final Decoder decoder;
    private final List<Transformer> transformers;
    private final RejectHandler rejects;
    private final List<ColumnarCollector> collectors = new ArrayList<>();

    RowPipeline(Decoder decoder, List<Transformer> transformers, KnowsTargets targets, RejectDesk desk) {
        this.rejects = new RejectHandler(desk);
        this.decoder = decoder;
        this.transformers = List.copyOf(transformers);
        for (int i = 0; i < transformers.size(); i++) {
            collectors.add(new ColumnarCollector(rejects, new Unknown(targets)));
        }
        // Only the last stage's rows arrive at the target as they are.
        collectors.add(new ColumnarCollector(rejects, targets));
    }

    /** Targets of rows that a transformer may still change. */
    private record Unknown(KnowsTargets targets) implements KnowsTargets {
        @Override
        public Optional<TargetColumns> columnsOf(String stream, Target target) {
            return Optional.empty();
        }

        @Override
        public boolean takesPartialRows() {
            return targets.takesPartialRows();
        }
    }

    /**
     * The rows of a batch, up to the first record that fails the pipeline and without those that it goes on without; see
     * {@link #rejects}. A record that was rejected has no rows, even if only one of several could not be made.
     *
     * @throws IngestException when nothing of the batch can be decoded
     */
    List<ColumnarRowBatch> rows(RecordBatch records) {
        rejects.reset();
        List<ColumnarRowBatch> rows = decode(records);
        rejects.transforming();
        for (int i = 0; i < transformers.size(); i++) {
            rows = transform(transformers.get(i), collectors.get(i + 1), rows);
        }
        for (RejectedRecord passedBy : rejects.passedBy()) {
            rows = without(passedBy.index(), rows);
        }
        return rejects.reason() == null ? rows : before(rejects.index(), rows);
    }

    RejectHandler rejects() {
        return rejects;
    }

    private List<ColumnarRowBatch> decode(RecordBatch records) {
        ColumnarCollector collector = collectors.get(0);
        try {
            collector.begin(records);
            decoder.decode(records, records.values(), collector);
            return collector.finish();
        } catch (IngestException e) {
            throw e;
        } catch (RuntimeException e) {
            throw bug(decoder, records, e);
        }
    }

    private static List<ColumnarRowBatch> transform(
            Transformer transformer, ColumnarCollector collector, List<ColumnarRowBatch> input) {
        List<ColumnarRowBatch> output = new ArrayList<>(input.size());
        for (ColumnarRowBatch batch : input) {
            try {
                collector.begin(batch);
                transformer.transform(batch, collector);
                output.addAll(collector.finish());
            } catch (IngestException e) {
                throw e;
            } catch (RuntimeException e) {
                throw bug(transformer, batch.origin(), e);
            }
        }
        return output;
    }

    private static List<ColumnarRowBatch> before(int index, List<ColumnarRowBatch> rows) {
        List<ColumnarRowBatch> kept = new ArrayList<>(rows.size());
        for (ColumnarRowBatch batch : rows) {
            ColumnarRowBatch slice = batch.slice(0, index);
            if (slice.rowCount() > 0) {
                kept.add(slice);
            }
        }
        return kept;
    }

    /** As a rule there are no rows of it, and nothing is divided. */
    private static List<ColumnarRowBatch> without(int index, List<ColumnarRowBatch> rows) {
        List<ColumnarRowBatch> kept = new ArrayList<>(rows.size() + 1);
        for (ColumnarRowBatch batch : rows) {
            if (batch.slice(index, index + 1).rowCount() == 0) {
                kept.add(batch);
                continue;
            }
            ColumnarRowBatch head = batch.slice(0, index);
            ColumnarRowBatch tail = batch.slice(index + 1, Integer.MAX_VALUE);
            if (head.rowCount() > 0) {
                kept.add(head);
            }
            if (tail.rowCount() > 0) {
                kept.add(tail);
            }
        }
        return kept;
    }

    private static IngestException bug(Object component, RecordBatch records, RuntimeException cause) {
        return new IngestException(
                EngineErrorCode.COMPONENT_BUG,
                component.getClass().getName() + " threw " + cause + " on topic "
                        + records.partition().stream() + ", partition "
                        + records.partition().number() + ", offsets ["
                        + records.range().start() + ", " + records.range().end() + "); report this to its author",
                cause);
    }

    void close() {
        transformers.forEach(transformer -> close(transformer, transformer::close));
        close(decoder, decoder::close);
    }

    private static void close(Object component, Runnable close) {
        try {
            close.run();
        } catch (RuntimeException e) {
            log.warn(
                    "[{}] closing {} failed",
                    EngineErrorCode.COMPONENT_BUG,
                    component.getClass().getName(),
                    e);
        }
    }
}
