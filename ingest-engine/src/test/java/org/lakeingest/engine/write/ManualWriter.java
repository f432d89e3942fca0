package org.lakeingest.engine.write;

import java.util.ArrayList;
import java.util.List;
import org.lakeingest.api.IngestException;
import org.lakeingest.api.SinkWriter;
import org.lakeingest.api.WriteBatch;
import org.lakeingest.api.WriteListener;

/** Keeps what it is given until the test says what became of it. */
public final class ManualWriter implements SinkWriter {
    public final List<List<WriteBatch>> groups = new ArrayList<>();
    private final List<WriteListener> listeners = new ArrayList<>();

    /** All batches of this write failed. */
    public void fail(int write, IngestException reason) {
        groups.get(write).forEach(batch -> listeners.get(write).onFailed(batch, reason));
    }

    /** All batches of this write are durable. */
    public void durable(int write) {
        groups.get(write).forEach(listeners.get(write)::onDurable);
    }

    @Override
    public void write(List<WriteBatch> group, WriteListener listener) {
        groups.add(group);
        listeners.add(listener);
    }

    @Override
    public void close() {}
}
