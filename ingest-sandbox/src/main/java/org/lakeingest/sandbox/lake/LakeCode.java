package org.lakeingest.sandbox.lake;

/** The lake's error codes that this server answers, with the names the lake prints. */
enum LakeCode {
    INTERNAL(1001, "Internal"),
    UNIMPLEMENTED(1002, "Unimplemented"),
    UNKNOWN_DATABASE(1003, "UnknownDatabase"),
    SYNTAX(1005, "SyntaxException"),
    BAD_ARGUMENTS(1006, "BadArguments"),
    UNKNOWN_FUNCTION(1008, "UnknownFunction"),
    BAD_CAST(1010, "BadDataValueType"),
    UNKNOWN_TABLE(1025, "UnknownTable"),
    ABORTED_QUERY(1043, "AbortedQuery"),
    CLOSED_QUERY(1044, "ClosedQuery"),
    DECIMAL_SIZE(1049, "DecimalPrecision"),
    UNKNOWN_COLUMN(1058, "UnknownColumn"),
    BAD_BYTES(1046, "BadBytes"),
    SEMANTIC(1065, "SemanticError"),
    UNWIND(1104, "UnwindError"),
    COLUMN_EXISTS(1108, "ColumnAlreadyExists"),
    COLUMN_COUNT(1303, "TableColumnsCountNotMatch"),
    BAD_OPTION(2004, "InvalidArgument"),
    DUPLICATED_FILES(2014, "DuplicatedUpsertFiles"),
    TABLE_LOCKED(2015, "TableAlreadyLocked"),
    DATABASE_EXISTS(2301, "DatabaseAlreadyExists"),
    TABLE_EXISTS(2302, "TableAlreadyExists"),
    UNDROP_EXISTS(2308, "UndropTableAlreadyExists"),
    UNDROP_UNKNOWN(2309, "UndropTableHasNoHistory"),
    COMMIT_TABLE(2322, "CommitTableMetaError"),
    MEMORY(2411, "MemoryExceedsLimit"),
    UNKNOWN_STAGE(2501, "UnknownStage"),
    STAGE_EXISTS(2502, "StageAlreadyExists"),
    UNKNOWN_VARIABLE(2801, "UnknownVariable"),
    WRONG_VALUE(2803, "WrongValueForVariable"),
    NOT_FOUND(3001, "StorageNotFound"),
    STORAGE_UNSUPPORTED(3902, "StorageUnsupported"),
    STORAGE_OTHER(4000, "StorageOther"),
    CONFLICT(4001, "UnresolvableConflict"),
    TRANSACTION_ABORTED(4002, "CurrentTransactionIsAborted"),
    TRANSACTION_TIMEOUT(4003, "TransactionTimeout"),
    SESSION_LOST(5111, "SessionLost"),
    SESSION_STATE(5112, "InvalidSessionState");

    private final int number;
    private final String label;

    LakeCode(int number, String label) {
        this.number = number;
        this.label = label;
    }

    int number() {
        return number;
    }

    /** The name in texts like {@code SyntaxException. Code: 1005, Text = …}. */
    String label() {
        return label;
    }

    static String labelOf(int number) {
        for (LakeCode code : values()) {
            if (code.number == number) {
                return code.label;
            }
        }
        return "Error";
    }
}
