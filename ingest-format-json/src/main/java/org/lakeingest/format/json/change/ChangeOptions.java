package org.lakeingest.format.json.change;

import java.util.List;

/**
 * How changes become documents. Immutable.
 *
 * @param keyFields names of the key's columns; empty to take them from the keys of records
 */
public record ChangeOptions(List<String> keyFields, String opColumn, String versionColumn) {
    public ChangeOptions {
        keyFields = List.copyOf(keyFields);
    }
}
