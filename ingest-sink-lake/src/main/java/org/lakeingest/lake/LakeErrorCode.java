package org.lakeingest.lake;

import org.lakeingest.api.ErrorCode;
import org.lakeingest.api.ErrorKind;

/** What can go wrong with the lake. Meaning and advice are the text of the error reference. */
public enum LakeErrorCode implements ErrorCode {
    LAKE_UNREACHABLE(
            ErrorKind.TRANSIENT,
            "No connection to the lake: refused, timed out, or the host name is unknown.",
            "check that the lake runs and that host and port of the dsn are right"),
    LAKE_TLS(
            ErrorKind.CONFIGURATION,
            "The TLS handshake failed for good: certificate, host name, or the server does not speak TLS.",
            "use a scheme that ends in http or sslmode=disable for a server without TLS, else trust its certificate"),
    LAKE_PROXY(
            ErrorKind.CONFIGURATION,
            "The proxy in front of the lake asks for a user and password, or refuses those it got.",
            "write them into HTTP_PROXY or HTTPS_PROXY, like http://user:password@proxy:3128"),
    LAKE_AUTHENTICATION(
            ErrorKind.CONFIGURATION, "User, password or token were refused.", "check user and password of the dsn"),
    LAKE_PERMISSION(
            ErrorKind.CONFIGURATION,
            "The user may not do this.",
            "grant the user INSERT on the table and access to the stage"),
    LAKE_CREDENTIALS_REFUSED(
            ErrorKind.BLOCKED,
            "User, password or token worked when the sink was opened, and are refused now.",
            "renew the token file of the dsn, or let the user in again: it goes on by itself; another password needs a restart"),
    LAKE_PERMISSION_LOST(
            ErrorKind.BLOCKED,
            "The user may not do any more what it did before in this run.",
            "grant the user INSERT on the table and access to the stage again: it goes on by itself"),
    LAKE_ENDPOINT_CHANGED(
            ErrorKind.BLOCKED,
            "Something else answers in the place of the lake, which answered before.",
            "look at the proxy or load balancer in between: it goes on by itself once the lake answers again"),
    LAKE_STORAGE_FULL(
            ErrorKind.BLOCKED,
            "The lake has no room left, and nothing was written.",
            "free space where the lake stores its data: it goes on by itself"),
    LAKE_REDIRECT(
            ErrorKind.CONFIGURATION,
            "The address answers with a redirect, which is not followed: credentials and rows go where the dsn says.",
            "write the address that it leads to into the dsn"),
    LAKE_BODY_REFUSED(
            ErrorKind.CONFIGURATION,
            "A proxy in between does not let a body of this size pass (HTTP 413).",
            "raise its limit, or lower batch.max-bytes"),
    LAKE_ENDPOINT(
            ErrorKind.CONFIGURATION,
            "Something answered that is not the lake's HTTP interface.",
            "check host and port of the dsn"),
    LAKE_OBJECT_MISSING(
            ErrorKind.CONFIGURATION,
            "Database, table, column or stage does not exist.",
            "create it, or correct the option that names it"),
    LAKE_NO_TABLE(
            ErrorKind.CONFIGURATION,
            "There is no table for rows of a topic, or the name that rows are bound for cannot be a table's.",
            "add the topic to topic-tables, set table for all others, or correct what names the target"),
    LAKE_TABLE_PAUSED(
            ErrorKind.BLOCKED,
            "A table cannot be loaded, and on-table-error is pause-table: its rows wait, all others are loaded.",
            "mend the table: it goes on by itself"),
    LAKE_TABLE_UNFIT(
            ErrorKind.CONFIGURATION,
            "The table exists, and columns are missing or have types that the rows cannot be loaded into.",
            "alter the table, or name another one"),
    LAKE_TABLE_CHANGED(
            ErrorKind.TRANSIENT,
            "Somebody changed the table while rows were on their way to it.",
            "it is looked at again, and the load planned anew"),
    LAKE_SCHEMA_UNFIT(
            ErrorKind.CONFIGURATION,
            "The decoder's schema cannot be a table, or cannot travel in this file format.",
            "change the decoder's schema or file-format"),
    LAKE_STATEMENT_REFUSED(
            ErrorKind.CONFIGURATION,
            "The lake did not accept a statement or a setting.",
            "check the settings in the dsn and the version of the lake"),
    LAKE_QUOTA(ErrorKind.CONFIGURATION, "A quota of the tenant is used up.", "raise the quota"),
    LAKE_DATA_REFUSED(
            ErrorKind.RECORD,
            "The lake refuses a value: malformed, out of range, or null where null is not allowed.",
            "look at the record at the place named, or at the lake's own query log for the value"),
    LAKE_VALUE_UNFIT(
            ErrorKind.RECORD,
            "A value cannot travel in this file format: text that is not UTF-8, a date or decimal beyond its type.",
            "look at the record named, or choose another type for the column"),
    LAKE_KEY_MISSING(
            ErrorKind.RECORD,
            "A row has no value for a column of the key, and would never be found again.",
            "look at the record named, or choose another key"),
    LAKE_VERSION_MISSING(
            ErrorKind.RECORD,
            "A row has no value in the version column, which was named or which its neighbours have.",
            "look at the record named, or set version-column to a column that every row has"),
    LAKE_COLUMN_RESERVED(
            ErrorKind.RECORD,
            "A row has a column that load: merge keeps for itself: the position, or the mark of deleted rows.",
            "rename the field, or the option deleted-column"),
    LAKE_OP_UNKNOWN(
            ErrorKind.RECORD,
            "A row says to do something else than create, read, update or delete.",
            "look at the record named; the operation is c, r, u or d"),
    LAKE_KEY_UNFIT(
            ErrorKind.CONFIGURATION,
            "A key or version column holds what cannot be compared, or the key does not tell the rows apart.",
            "choose another key or version-column"),
    LAKE_BUSY(ErrorKind.TRANSIENT, "Too many sessions, requests or queued statements.", "it is tried again"),
    LAKE_UNAVAILABLE(
            ErrorKind.TRANSIENT,
            "The lake, its storage or its warehouse is not available for the moment; nothing was done.",
            "it is tried again"),
    LAKE_CONFLICT(ErrorKind.TRANSIENT, "Another writer was faster and nothing was applied.", "it is tried again"),
    LAKE_GATEWAY(
            ErrorKind.TRANSIENT,
            "A proxy in between answered 502 or 504 to something that is harmless to repeat.",
            "it is tried again; look at the proxy and at the lake behind it"),
    LAKE_UPLOAD_INCOMPLETE(
            ErrorKind.TRANSIENT, "The lake's answer to an upload does not list the file.", "it is tried again"),
    LAKE_NOT_SENT(ErrorKind.TRANSIENT, "The connection broke before the request was complete.", "it is tried again"),
    LAKE_NO_ANSWER(ErrorKind.TRANSIENT, "No answer to something that is harmless to repeat.", "it is tried again"),
    LAKE_ANSWER_LOST(
            ErrorKind.INDETERMINATE,
            "The request went out and the answer did not arrive: the rows may or may not be there.",
            "it is tried again under the same file name, which the lake loads once"),
    LAKE_STREAM_BROKEN(
            ErrorKind.INDETERMINATE,
            "The connection broke in the middle of a streaming load: the lake may have kept the rows that came through.",
            "it is tried again, and rows may be there twice; load: copy recognises doubles"),
    LAKE_GATEWAY_UNKNOWN(
            ErrorKind.INDETERMINATE,
            "A proxy in between answered 502 or 504 instead of the lake: the rows may or may not be there.",
            "it is tried again under the same file name, which the lake loads once"),
    LAKE_ANSWER_UNREADABLE(
            ErrorKind.INDETERMINATE,
            "The answer to a load is no JSON, or has no end: the rows may or may not be there.",
            "it is tried again under the same file name, which the lake loads once"),
    LAKE_OUTCOME_UNKNOWN(
            ErrorKind.INDETERMINATE,
            "The lake lost track of the statement, or failed in a way that leaves open whether it was applied.",
            "it is tried again under the same file name, which the lake loads once"),
    LAKE_COMPRESSION_UNUSABLE(
            ErrorKind.CONFIGURATION,
            "The native code of zstd cannot be loaded: the temporary folder is not writable, or mounted noexec.",
            "set INGEST_TMP to a folder that is writable and not mounted noexec, or compression to none"),
    LAKE_UPLOAD_REFUSED(
            ErrorKind.CONFIGURATION,
            "The stage's storage refused a file.",
            "check the stage, or set presigned_url_disabled=true in the dsn"),
    LAKE_FILE_LOST(
            ErrorKind.TRANSIENT,
            "An uploaded file was no longer in the stage when it was to be loaded.",
            "it is uploaded again; keep others from deleting files of the stage"),
    LAKE_ALREADY_LOADED(
            ErrorKind.INTERNAL,
            "The lake says it loaded a file before that was never sent before.",
            "report it with the log"),
    LAKE_ROWS_DIFFER(
            ErrorKind.INTERNAL,
            "The lake reports another number of rows than were sent.",
            "compare table and log before starting again; report it with the log"),
    LAKE_FENCED(
            ErrorKind.FENCED,
            "Another writer has claimed the partition in the ledger, so nothing more of this one is written.",
            "nothing, if the group has given the partition away; else look for a second process with this pipeline's name"),
    LAKE_TABLE_REPLACED(
            ErrorKind.CONFIGURATION,
            "A target or the ledger is another table than the one that was written to: dropped, or replaced.",
            "restore the table, or say in the ledger that the loss is accepted; see docs/delivery.md"),
    LAKE_LEDGER_FOREIGN(
            ErrorKind.CONFIGURATION,
            "The ledger is of another pipeline, configuration or version, or was edited by hand.",
            "give the pipeline another name or another ledger.table, or restore the ledger"),
    LAKE_NOT_APPLIED(
            ErrorKind.TRANSIENT,
            "Not written because an earlier batch of the same partition or group failed.",
            "it is tried again behind that one"),
    LAKE_CLOSED(ErrorKind.TRANSIENT, "The sink was closed before the batch was written.", "nothing is lost"),
    LAKE_UNEXPECTED(ErrorKind.INTERNAL, "A bug in the sink.", "report it with the log");

    private final ErrorKind kind;
    private final String meaning;
    private final String advice;

    LakeErrorCode(ErrorKind kind, String meaning, String advice) {
        this.kind = kind;
        this.meaning = meaning;
        this.advice = advice;
    }

    @Override
    public ErrorKind kind() {
        return kind;
    }

    String meaning() {
        return meaning;
    }

    String advice() {
        return advice;
    }
}
