package org.lakeingest.testkit.harness;

import java.util.List;
import org.lakeingest.api.Sink;
import org.lakeingest.api.SinkWriter;
import org.lakeingest.api.WriteBatch;
import org.lakeingest.api.WriteListener;
import org.lakeingest.api.WriterContext;

/** Makes everything durable at once, in memory, on the caller's thread. Thread-safe. */
public final class RecordingSink implements Sink {
    private final DurableRows rows = new DurableRows();

    public DurableRows rows() {
        return rows;
    }

    @Override
    public void open() {}

    @Override
    public SinkWriter openWriter(WriterContext context) {
        return new Writer();
    }

    @Override
    public void close() {}

    private final class Writer implements SinkWriter {
        @Override
        public void write(List<WriteBatch> batches, WriteListener listener) {
            for (WriteBatch batch : batches) {
                rows.add(batch);
                listener.onDurable(batch);
            }
        }

        @Override
        public void close() {}
    }
}
