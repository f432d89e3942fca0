package org.lakeingest.lake;

import java.util.List;
import java.util.Set;
import org.lakeingest.api.ColumnType.Kind;
import org.lakeingest.api.Schema;
import org.lakeingest.lake.encode.TableLayout;

/**
 * Whether rows may be compared before they get into a table. The rows of a group are told apart and put into order by what they hold,
 * those of other groups by what the table holds: both must come to the same, else texts like {@code 5} and {@code 05} are two keys
 * here and one there, and {@code 10} is older than {@code 9}.
 */
final class KeyFit {
    private static final Set<Kind> WHOLE = Set.of(Kind.INT64, Kind.UINT64, Kind.DECIMAL);
    private static final Set<Kind> MOMENTS = Set.of(Kind.DATE, Kind.TIMESTAMP_MICROS, Kind.TIMESTAMP_TZ_MICROS);
    /** What has one text for each value. */
    private static final Set<Kind> ONE_TEXT = Set.of(Kind.INT64, Kind.UINT64, Kind.BOOLEAN, Kind.DATE);

    private KeyFit() {}

    /** @throws LakeException when a column of the key, or the version, would be another value in the table */
    static void check(TablePlan plan, List<String> key, String version) {
        if (!(plan.layout() instanceof TableLayout.Columns layout)) {
            return;
        }
        for (int i = 0; i < plan.columns().size(); i++) {
            Schema.Field field = layout.rows().fields().get(i);
            boolean isVersion = field.name().equalsIgnoreCase(version);
            boolean compared = isVersion || key.stream().anyMatch(name -> name.equalsIgnoreCase(field.name()));
            LakeType column = plan.columns().get(i).type();
            if (compared && !fits(field.type().kind(), column, isVersion)) {
                throw new LakeException(
                        LakeErrorCode.LAKE_KEY_UNFIT,
                        "rows hold " + field.name() + " as " + field.type().kind() + ", and the column of "
                                + plan.table()
                                + " is " + column
                                + ": they would be compared in another way than the table compares them;"
                                + " let the decoder read them as what the column holds");
            }
        }
    }

    private static boolean fits(Kind from, LakeType column, boolean isVersion) {
        Kind to = column.twin().kind();
        if (column.isTextOnly()) {
            return false;
        }
        return from == to
                || (WHOLE.contains(from) && WHOLE.contains(to))
                || (MOMENTS.contains(from) && MOMENTS.contains(to))
                || (!isVersion && column.is("VARCHAR") && ONE_TEXT.contains(from));
    }
}
