package org.lakeingest.testkit;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.lakeingest.api.BytesColumn;
import org.lakeingest.api.Decoder;
import org.lakeingest.api.IngestException;
import org.lakeingest.api.KnowsTargets;
import org.lakeingest.api.RecordBatch;
import org.lakeingest.api.RowBatch;
import org.lakeingest.api.Transformer;
import org.lakeingest.engine.rows.ColumnarCollector;
import org.lakeingest.engine.rows.ColumnarRowBatch;

/**
 * What one call of a decoder or transformer yielded, collected by the engine's own collector. Immutable.
 *
 * <pre>{@code
 * CollectedRows rows = CollectedRows.decode(decoder, RecordBatches.ofValues("{\"a\":1}", "not json"));
 * assertThat(rows).containsExactlyRows(row(1L)).rejects(1, MyErrorCode.NOT_JSON);
 * }</pre>
 */
public final class CollectedRows {
    private final List<ColumnarRowBatch> batches;
    private final Map<Integer, IngestException> rejects;

    private CollectedRows(List<ColumnarRowBatch> batches, Map<Integer, IngestException> rejects) {
        this.batches = batches;
        this.rejects = rejects;
    }

    /** Decodes the values of these records. */
    public static CollectedRows decode(Decoder decoder, RecordBatch records) {
        return decode(decoder, records, records.values());
    }

    public static CollectedRows decode(Decoder decoder, RecordBatch records, BytesColumn payloads) {
        return decode(decoder, records, payloads, (stream, target) -> Optional.empty());
    }

    /**
     * Decodes values for a target that something is known of.
     *
     * @param targets what the decoder may ask for
     */
    public static CollectedRows decode(
            Decoder decoder, RecordBatch records, BytesColumn payloads, KnowsTargets targets) {
        Map<Integer, IngestException> rejects = new TreeMap<>();
        ColumnarCollector collector =
                new ColumnarCollector((origin, index, reason) -> reject(rejects, index, reason), targets);
        collector.begin(records);
        decoder.decode(records, payloads, collector);
        return new CollectedRows(List.copyOf(collector.finish()), Collections.unmodifiableMap(rejects));
    }

    public static CollectedRows transform(Transformer transformer, RowBatch input) {
        Map<Integer, IngestException> rejects = new TreeMap<>();
        ColumnarCollector collector = new ColumnarCollector((origin, index, reason) -> reject(rejects, index, reason));
        collector.begin(input);
        transformer.transform(input, collector);
        return new CollectedRows(List.copyOf(collector.finish()), Collections.unmodifiableMap(rejects));
    }

    private static void reject(Map<Integer, IngestException> rejects, int index, IngestException reason) {
        if (rejects.putIfAbsent(index, reason) != null) {
            throw new IllegalStateException("record " + index + " is rejected twice");
        }
    }

    /** One per target and schema, in the order in which they were first asked for. */
    public List<ColumnarRowBatch> batches() {
        return batches;
    }

    /** Reasons by index of the record. */
    public Map<Integer, IngestException> rejects() {
        return rejects;
    }

    public int rowCount() {
        return batches.stream().mapToInt(RowBatch::rowCount).sum();
    }

    /** The values of every row, batch after batch, as {@link RowValues} reads them. */
    public List<List<@Nullable Object>> rows() {
        List<List<@Nullable Object>> rows = new ArrayList<>();
        batches.forEach(batch -> rows.addAll(RowValues.rows(batch)));
        return rows;
    }

    /** The values of the rows that come from this record. */
    public List<List<@Nullable Object>> rowsOf(int originIndex) {
        List<List<@Nullable Object>> rows = new ArrayList<>();
        batches.forEach(batch -> rows.addAll(RowValues.rows(batch.slice(originIndex, originIndex + 1))));
        return rows;
    }

    @Override
    public String toString() {
        return batches + ", rejects " + rejects.keySet();
    }
}
