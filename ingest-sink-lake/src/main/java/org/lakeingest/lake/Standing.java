package org.lakeingest.lake;

import java.util.Collection;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * What has worked in this run. A refusal of something that worked is no mistake of the configuration: somebody changed something,
 * and may change it back, so the rows wait for that instead of stopping the pipeline. Thread-safe.
 */
final class Standing {
    private final Set<TableName> loaded = ConcurrentHashMap.newKeySet();

    /** Rows of this run are in the table. */
    void loaded(TableName table) {
        if (!loaded.contains(table)) {
            loaded.add(table);
        }
    }

    /** The failure of a load into these tables, as it is to be understood after the sink was opened. */
    LakeException judge(Collection<TableName> tables, LakeException reason) {
        return switch (reason.code()) {
            case LAKE_AUTHENTICATION -> as(LakeErrorCode.LAKE_CREDENTIALS_REFUSED, reason);
            case LAKE_ENDPOINT, LAKE_REDIRECT -> as(LakeErrorCode.LAKE_ENDPOINT_CHANGED, reason);
            case LAKE_PERMISSION, LAKE_UPLOAD_REFUSED ->
                !tables.isEmpty() && loaded.containsAll(tables)
                        ? as(LakeErrorCode.LAKE_PERMISSION_LOST, reason)
                        : reason;
            default -> reason;
        };
    }

    private static LakeException as(LakeErrorCode code, LakeException reason) {
        return new LakeException(code, reason.serverCode(), String.valueOf(reason.getMessage()), reason);
    }
}
