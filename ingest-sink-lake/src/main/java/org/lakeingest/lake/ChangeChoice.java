package org.lakeingest.lake;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.lakeingest.api.RowBatch;
import org.lakeingest.api.Schema;
import org.lakeingest.lake.keyed.ChangeColumns;
import org.lakeingest.lake.keyed.ChangeRows;
import org.lakeingest.lake.keyed.ChangeSchema;
import org.lakeingest.lake.keyed.KeyRules;
import org.lakeingest.lake.keyed.LatestRows;
import org.lakeingest.lake.keyed.Selection;

/** The last change of each key, with its version and position. Deletes go into files of their own. */
final class ChangeChoice implements RowChoice {
    private final KeyRules rules;
    private final ChangeColumns names;
    private final Map<TableName, Boolean> versioned = new ConcurrentHashMap<>();

    ChangeChoice(KeyRules rules, ChangeColumns names) {
        this.rules = rules;
        this.names = names;
    }

    @Override
    public void check(TablePlan plan) {
        KeyFit.check(plan, rules.key(), rules.versionColumn());
    }

    @Override
    public List<PackedFile> choose(PackedFile file) {
        List<PackedFile> files = new ArrayList<>();
        for (Selection selection : LatestRows.of(file.batches(), rules)) {
            check(file.table(), selection.schema());
            ChangeSchema changes = ChangeSchema.of(selection, rules, names);
            List<RowBatch> rows = new ArrayList<>();
            for (RowBatch batch : selection.rows()) {
                rows.add(new ChangeRows(batch, changes));
            }
            files.add(new PackedFile(
                    file.table(), changes.schema(), file.name() + "-" + files.size(), rows, selection.count()));
        }
        return files;
    }

    /** A source's version and a record's timestamp do not compare. */
    private void check(TableName table, Schema rows) {
        boolean has = rows.fields().stream().anyMatch(field -> field.name().equalsIgnoreCase(names.version()));
        Boolean before = versioned.putIfAbsent(table, has);
        if (before != null && before != has) {
            throw new LakeException(
                    LakeErrorCode.LAKE_KEY_UNFIT,
                    "some rows have the version column " + names.version() + " and others lack it; let all have it,"
                            + " or set version-column to a name that none has");
        }
    }

    /** Whether rows of the table bring their versions along. */
    boolean isVersioned(TableName table) {
        return versioned.getOrDefault(table, false);
    }
}
