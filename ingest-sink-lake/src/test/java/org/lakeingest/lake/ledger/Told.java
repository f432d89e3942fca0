package org.lakeingest.lake.ledger;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.lakeingest.api.IngestException;
import org.lakeingest.api.WriteBatch;
import org.lakeingest.api.WriteListener;

/** Outcomes in order, and among what the lake was asked when they were told. A second one for a batch is an error. One thread. */
final class Told implements WriteListener {
    final List<String> outcomes = new ArrayList<>();
    private final Map<WriteBatch, @Nullable IngestException> reasons = new HashMap<>();
    private final List<String> log;

    Told(List<String> log) {
        this.log = log;
    }

    @Override
    public void onDurable(WriteBatch batch) {
        tell(batch, "durable " + LedgerBatches.name(batch), null);
    }

    @Override
    public void onFailed(WriteBatch batch, IngestException reason) {
        tell(batch, reason.code() + " " + LedgerBatches.name(batch), reason);
    }

    private void tell(WriteBatch batch, String text, @Nullable IngestException reason) {
        if (reasons.containsKey(batch)) {
            throw new AssertionError("told twice: " + text);
        }
        reasons.put(batch, reason);
        outcomes.add(text);
        log.add(text);
    }

    /** Why it failed. */
    IngestException reason(WriteBatch batch) {
        return Objects.requireNonNull(reasons.get(batch), "did not fail");
    }
}
