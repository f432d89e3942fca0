package org.lakeingest.lake;

import java.util.Collection;
import java.util.EnumSet;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * What has worked in this run, and so what a failure means. A refusal of something that worked is no mistake of the configuration:
 * somebody changed something, and may change it back, so the rows wait for that instead of stopping the pipeline. Whether a table
 * that cannot be loaded stops the pipeline is an option. Thread-safe.
 */
final class Standing {
    /** What a person may have done to one table; others may be fine. */
    private static final Set<LakeErrorCode> OF_A_TABLE = EnumSet.of(
            LakeErrorCode.LAKE_OBJECT_MISSING,
            LakeErrorCode.LAKE_NO_TABLE,
            LakeErrorCode.LAKE_TABLE_UNFIT,
            LakeErrorCode.LAKE_SCHEMA_UNFIT,
            LakeErrorCode.LAKE_PERMISSION,
            LakeErrorCode.LAKE_QUOTA);

    /** What every file would meet. */
    private static final Set<LakeErrorCode> OF_THE_LAKE = EnumSet.of(
            LakeErrorCode.LAKE_UNREACHABLE,
            LakeErrorCode.LAKE_TLS,
            LakeErrorCode.LAKE_CREDENTIALS_REFUSED,
            LakeErrorCode.LAKE_ENDPOINT_CHANGED,
            LakeErrorCode.LAKE_STORAGE_FULL,
            LakeErrorCode.LAKE_BUSY,
            LakeErrorCode.LAKE_UNAVAILABLE,
            LakeErrorCode.LAKE_GATEWAY,
            LakeErrorCode.LAKE_GATEWAY_UNKNOWN,
            LakeErrorCode.LAKE_NOT_SENT,
            LakeErrorCode.LAKE_NO_ANSWER,
            LakeErrorCode.LAKE_ANSWER_LOST,
            LakeErrorCode.LAKE_CLOSED,
            LakeErrorCode.LAKE_UNEXPECTED);

    private final boolean pausesTables;
    private final PausedTables paused;
    private final Set<TableName> loaded = ConcurrentHashMap.newKeySet();

    Standing(LakeSinkConfig.OnTableError onTableError, PausedTables paused) {
        this.pausesTables = onTableError == LakeSinkConfig.OnTableError.PAUSE_TABLE;
        this.paused = paused;
    }

    /** Rows of this run are in the table. */
    void loaded(TableName table) {
        if (!loaded.contains(table)) {
            loaded.add(table);
        }
        paused.resumed(table);
    }

    boolean hasLoaded(TableName table) {
        return loaded.contains(table);
    }

    /** Whether the table is not as it was thought to be. */
    static boolean isOfATable(LakeErrorCode code) {
        return OF_A_TABLE.contains(code);
    }

    /** Whether other files need not be tried now. */
    static boolean isOfTheLake(LakeErrorCode code) {
        return OF_THE_LAKE.contains(code);
    }

    /** The failure of a load into this table, as it is to be understood after the sink was opened. */
    LakeException judge(TableName table, LakeException reason) {
        return pausing(table, judge(Set.of(table), reason));
    }

    /** The failure of a transaction over these tables, which stands or falls whole. */
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

    private LakeException pausing(TableName table, LakeException reason) {
        if (!pausesTables || !OF_A_TABLE.contains(reason.code())) {
            return reason;
        }
        paused.paused(table, reason);
        return asPaused(reason);
    }

    /** Whether the pipeline may start although this table cannot be loaded now. */
    boolean survives(TableName table, LakeException reason) {
        return pausing(table, reason).code() == LakeErrorCode.LAKE_TABLE_PAUSED;
    }

    /** The same for rows that have no table. */
    LakeException judgeTopic(LakeException reason) {
        return pausesTables && OF_A_TABLE.contains(reason.code()) ? asPaused(reason) : reason;
    }

    private static LakeException asPaused(LakeException reason) {
        return new LakeException(
                LakeErrorCode.LAKE_TABLE_PAUSED,
                reason.serverCode(),
                "[" + reason.code() + "] " + reason.getMessage() + "; "
                        + reason.code().advice(),
                reason);
    }

    private static LakeException as(LakeErrorCode code, LakeException reason) {
        return new LakeException(code, reason.serverCode(), String.valueOf(reason.getMessage()), reason);
    }
}
