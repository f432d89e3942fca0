package org.lakeingest.lake;

import java.util.List;

/** Chooses the rows that a keyed load sends, since the lake refuses two of one key in one statement. Thread-safe. */
interface RowChoice {
    /**
     * Files to be loaded one after the other, named after the one they come from, the same on every attempt.
     *
     * @param file all rows bound for one table, whatever their schemas
     */
    List<PackedFile> choose(PackedFile file);

    /**
     * Checks how rows get into their table.
     *
     * @throws LakeException when what they are compared by here would be something else there
     */
    void check(TablePlan plan);
}
