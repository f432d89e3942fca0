package org.lakeingest.format.json.change;

import org.lakeingest.api.BytesColumn;
import org.lakeingest.api.Decoder;
import org.lakeingest.api.IngestException;
import org.lakeingest.api.RecordBatch;
import org.lakeingest.api.RowCollector;

/** Makes documents of what records say to do, and has them decoded like any others. */
final class ChangeDecoder implements Decoder {
    private final ChangeReader reader;
    private final Decoder documents;
    private final ChangeDocuments made;
    private final ChangeCollector collector;
    private final ChangeCounts counts;

    ChangeDecoder(ChangeReader reader, Decoder documents, ChangeOptions options, ChangeCounts counts) {
        this.reader = reader;
        this.documents = documents;
        this.made = new ChangeDocuments(options.opColumn(), options.versionColumn());
        this.collector =
                new ChangeCollector(made, options.opColumn(), reader.makesVersions() ? options.versionColumn() : null);
        this.counts = counts;
    }

    @Override
    public void decode(RecordBatch origin, BytesColumn payloads, RowCollector output) {
        collector.begin(origin.partition().stream(), output);
        made.clear();
        for (int i = 0; i < payloads.size(); i++) {
            IngestException reason = reader.read(origin, payloads, i, made);
            if (reason != null) {
                // In order: what was before it first.
                flush(origin);
                output.reject(i, reason);
            }
        }
        flush(origin);
        counts.report();
    }

    private void flush(RecordBatch origin) {
        if (made.size() > 0) {
            documents.decode(origin, made, collector);
            made.clear();
        }
    }

    @Override
    public void close() {
        documents.close();
    }
}
