package org.lakeingest.lake.ledger;

import java.util.ArrayList;
import java.util.List;
import org.lakeingest.api.SourcePartition;
import org.lakeingest.api.WriteBatch;

/** A staged file of the model: one row for each offset. */
record ModelFile(List<Row> content) implements StagedFile {
    record Row(SourcePartition partition, long offset, long epoch) {}

    static ModelFile of(List<WriteBatch> batches) {
        List<Row> rows = new ArrayList<>();
        for (WriteBatch batch : batches) {
            for (long at = batch.range().start(); at < batch.range().end(); at++) {
                rows.add(new Row(batch.partition(), at, batch.claimEpoch()));
            }
        }
        return new ModelFile(rows);
    }

    @Override
    public String table() {
        return ModelLake.TARGET;
    }

    @Override
    public Object form() {
        return "";
    }

    @Override
    public long rows() {
        return content.size();
    }
}
