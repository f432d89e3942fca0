package org.lakeingest.lake;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.lakeingest.api.DeadLetter;
import org.lakeingest.api.PluginContext;
import org.lakeingest.api.RejectedRecord;
import org.lakeingest.api.WriteBatch;

/** The dead letters of write batches as a file for their own table. Immutable. */
final class LetterFiles {
    private final TableName table;
    private final PluginContext context;

    LetterFiles(TableName table, PluginContext context) {
        this.table = table;
        this.context = context;
    }

    TableName table() {
        return table;
    }

    /** No file without a letter; its name is for whoever packs. */
    List<PackedFile> of(List<WriteBatch> batches) {
        List<DeadLetter> letters = new ArrayList<>();
        Instant now = context.clock().instant();
        String version = LetterFiles.class.getPackage().getImplementationVersion();
        for (WriteBatch batch : batches) {
            for (RejectedRecord rejected : batch.rejected()) {
                letters.add(DeadLetter.of(rejected, context.pipelineName(), version, now));
            }
        }
        return letters.isEmpty() ? List.of() : List.of(file(letters));
    }

    private PackedFile file(List<DeadLetter> letters) {
        return new PackedFile(table, LetterRows.SCHEMA, "letters", List.of(new LetterRows(letters)), letters.size());
    }

    /** One that is never encoded, to have the table looked at. */
    PackedFile sample() {
        return new PackedFile(table, LetterRows.SCHEMA, "letters", List.of(), 0);
    }
}
