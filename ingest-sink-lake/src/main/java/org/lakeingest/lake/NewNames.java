package org.lakeingest.lake;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.lakeingest.api.Schema;

/** Names of columns that are to be made: in lower case, so that nobody has to quote them. */
final class NewNames {
    private NewNames() {}

    /**
     * A name for each field. One whose name in lower case is taken, by a column that is there or by a field before it, keeps its
     * own; so two fields that differ only by case get a column each.
     */
    static List<String> of(List<Schema.Field> fields, Set<String> taken) {
        Set<String> all = new HashSet<>(taken);
        List<String> names = new ArrayList<>();
        for (Schema.Field field : fields) {
            String folded = SqlIdentifier.fold(field.name());
            // A field that is in lower case itself has the first claim to its name.
            boolean claimed = !folded.equals(field.name()) && contains(fields, folded);
            String name = claimed || all.contains(folded) ? field.name() : folded;
            all.add(name);
            names.add(name);
        }
        return names;
    }

    private static boolean contains(List<Schema.Field> fields, String name) {
        for (Schema.Field field : fields) {
            if (field.name().equals(name)) {
                return true;
            }
        }
        return false;
    }
}
