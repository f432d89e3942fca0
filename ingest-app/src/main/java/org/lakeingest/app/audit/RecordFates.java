package org.lakeingest.app.audit;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.lakeingest.api.Decoder;
import org.lakeingest.api.IngestException;
import org.lakeingest.api.RecordBatch;
import org.lakeingest.api.Transformer;
import org.lakeingest.engine.rows.ColumnarCollector;
import org.lakeingest.engine.rows.ColumnarRowBatch;

/** Says what a pipeline makes of records, by decoding them once more. Confined to one thread. */
final class RecordFates implements AutoCloseable {
    private final Decoder decoder;
    private final List<Transformer> transformers;
    private final List<ColumnarCollector> collectors = new ArrayList<>();
    private Fate[] fates = {};
    private String[] targets = {};

    /** What becomes of one record. */
    enum Fate {
        /** It gives rows for the stream's own table. */
        ROWS,
        /** It gives none, by the decoder's options or a filter. */
        NOTHING,
        /** It gives rows for tables that the rows name. */
        ELSEWHERE,
        /** It is given up. */
        REJECTED
    }

    /** They are closed with it. */
    RecordFates(Decoder decoder, List<Transformer> transformers) {
        this.decoder = decoder;
        this.transformers = List.copyOf(transformers);
        for (int i = 0; i <= transformers.size(); i++) {
            collectors.add(new ColumnarCollector((origin, index, reason) -> fates[index] = Fate.REJECTED));
        }
    }

    /** One for each record. A batch that cannot be decoded at all should have given rows. */
    Fate[] of(RecordBatch records) {
        fates = new Fate[records.size()];
        targets = new String[records.size()];
        Arrays.fill(targets, "");
        Arrays.fill(fates, Fate.NOTHING);
        try {
            for (ColumnarRowBatch rows : rows(records)) {
                Fate fate = rows.target().name().isEmpty() ? Fate.ROWS : Fate.ELSEWHERE;
                for (int row = 0; row < rows.rowCount(); row++) {
                    Fate known = fates[rows.originIndex(row)];
                    // A record that was given up has no rows, even if some could be made.
                    if (known == Fate.NOTHING || known == Fate.ELSEWHERE) {
                        fates[rows.originIndex(row)] = fate;
                        targets[rows.originIndex(row)] = rows.target().name();
                    }
                }
            }
        } catch (IngestException e) {
            Arrays.fill(fates, Fate.ROWS);
        }
        return fates;
    }

    /** The target that a row of a record names, of those asked for last; empty where it names none. */
    String target(int record) {
        return targets[record];
    }

    private List<ColumnarRowBatch> rows(RecordBatch records) {
        ColumnarCollector first = collectors.get(0);
        first.begin(records);
        decoder.decode(records, records.values(), first);
        List<ColumnarRowBatch> rows = first.finish();
        for (int i = 0; i < transformers.size(); i++) {
            ColumnarCollector collector = collectors.get(i + 1);
            List<ColumnarRowBatch> output = new ArrayList<>();
            for (ColumnarRowBatch batch : rows) {
                collector.begin(batch);
                transformers.get(i).transform(batch, collector);
                output.addAll(collector.finish());
            }
            rows = output;
        }
        return rows;
    }

    @Override
    public void close() {
        transformers.forEach(Transformer::close);
        decoder.close();
    }
}
