package org.lakeingest.lake;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a statement that succeeded returned.
 *
 * @param columns names, in order
 * @param rows cells as text; a cell may be null
 * @param written rows that the statement wrote, by the lake's own count
 * @param resent whether the statement was sent more than once because an answer was lost
 */
record QueryResult(List<String> columns, List<List<@Nullable String>> rows, long written, boolean resent) {
    /** Position of a column, found without regard to case. */
    int column(String name) {
        for (int i = 0; i < columns.size(); i++) {
            if (columns.get(i).equalsIgnoreCase(name)) {
                return i;
            }
        }
        throw new LakeException(
                LakeErrorCode.LAKE_UNEXPECTED,
                "the answer has no column " + name + " but " + String.join(", ", columns));
    }

    String text(int row, int column) {
        String cell = rows.get(row).get(column);
        return cell == null ? "" : cell;
    }
}
