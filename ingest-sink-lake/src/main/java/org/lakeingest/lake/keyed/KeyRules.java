package org.lakeingest.lake.keyed;

import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * How rows of one key follow one another. Immutable.
 *
 * @param key names of the columns that tell rows apart, at least one
 * @param versionColumn that tells older from newer, in rows that have it
 * @param needsVersion whether rows without a version are refused
 * @param opColumn that says which rows delete; null when no row does
 * @param reserved names of columns that rows must not have
 * @param wholeRows whether a row takes the place of an older one whatever columns either has
 * @param deletesForget whether nothing is left of a row once it is deleted
 */
public record KeyRules(
        List<String> key,
        String versionColumn,
        boolean needsVersion,
        @Nullable String opColumn,
        Set<String> reserved,
        boolean wholeRows,
        boolean deletesForget) {
    public KeyRules {
        key = List.copyOf(key);
        reserved = Set.copyOf(reserved);
    }

    /** Of rows that replace one another and are never deleted. */
    public static KeyRules replacing(List<String> key, String versionColumn, boolean needsVersion) {
        return new KeyRules(key, versionColumn, needsVersion, null, Set.of(), true, false);
    }
}
