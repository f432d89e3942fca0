package org.lakeingest.lake;

import java.util.ArrayList;
import java.util.List;
import org.lakeingest.lake.keyed.KeyRules;
import org.lakeingest.lake.keyed.LatestRows;
import org.lakeingest.lake.keyed.Selection;

/** The last row of each key. */
final class KeyedChoice implements RowChoice {
    private final KeyRules rules;

    KeyedChoice(KeyRules rules) {
        this.rules = rules;
    }

    @Override
    public void check(TablePlan plan) {
        KeyFit.check(plan, rules.key(), rules.versionColumn());
    }

    @Override
    public List<PackedFile> choose(PackedFile file) {
        List<PackedFile> files = new ArrayList<>();
        for (Selection selection : LatestRows.of(file.batches(), rules)) {
            files.add(new PackedFile(
                    file.table(),
                    selection.schema(),
                    file.name() + "-" + files.size(),
                    selection.rows(),
                    selection.count()));
        }
        return files;
    }
}
