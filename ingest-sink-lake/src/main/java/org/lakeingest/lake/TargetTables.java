package org.lakeingest.lake;

import java.util.Optional;
import org.lakeingest.api.Target;

/** Which table a target is. */
final class TargetTables {
    private TargetTables() {}

    /** The table; empty when the target's name cannot be one. */
    static Optional<TableName> resolve(Target target, TableName defaultTable) {
        if (target.name().isEmpty()) {
            return Optional.of(defaultTable);
        }
        try {
            return Optional.of(TableName.parse(target.name(), defaultTable.database()));
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }
}
