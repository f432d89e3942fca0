package org.lakeingest.lake;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.lakeingest.api.ErrorKind;
import org.lakeingest.api.SourcePartition;
import org.lakeingest.lake.ledger.LedgerGuards;
import org.lakeingest.lake.ledger.LedgerMove;
import org.lakeingest.lake.ledger.LedgerRow;
import org.lakeingest.lake.ledger.LedgerTransaction;
import org.lakeingest.lake.ledger.StagedFile;

/**
 * A transaction of the lake. COMMIT outside of one succeeds and commits nothing, so after every statement the session must still
 * say that it is in one.
 */
final class LakeTransaction implements LedgerTransaction {
    /** Table locks would make writers wait for each other, and compaction in a transaction would make appends conflict. */
    static final Map<String, String> SETTINGS = Map.of("enable_table_lock", "0", "enable_compact_after_write", "0");

    private final LakeAccess lake;
    private final LakeSession session;
    private final LedgerSql sql;
    private final Set<TableName> loaded = new HashSet<>();

    /** Files that the lake does not remove by itself. */
    private final List<ReadyFile> read = new ArrayList<>();

    private LakeTransaction(LakeAccess lake, LedgerSql sql) {
        this.lake = lake;
        this.session = LakeSession.fresh(lake.client().dsn(), SETTINGS);
        this.sql = sql;
    }

    static CompletableFuture<LedgerTransaction> begin(LakeAccess lake, LedgerSql sql) {
        LakeTransaction transaction = new LakeTransaction(lake, sql);
        return transaction
                .run("BEGIN", CallPurpose.REPEATABLE, "begin a transaction")
                .thenApply(begun -> transaction);
    }

    private CompletableFuture<QueryResult> run(String statement, CallPurpose purpose, String what) {
        return inTransaction(
                lake.client().query(session, statement, purpose).exceptionally(failure -> {
                    throw sql.explained(LakeException.of(failure));
                }),
                what);
    }

    private CompletableFuture<QueryResult> inTransaction(CompletableFuture<QueryResult> answers, String what) {
        return answers.handle((answer, failure) -> {
            if (failure != null) {
                throw lake.failed(what, loaded, settled(LakeException.of(failure)));
            }
            if (!session.inTransaction()) {
                throw lake.failed(what, loaded, lost());
            }
            return answer;
        });
    }

    /** What a statement did before a COMMIT that will not come is nothing. */
    private static LakeException settled(LakeException reason) {
        return reason.code().kind() == ErrorKind.INDETERMINATE ? as(LakeErrorCode.LAKE_NO_ANSWER, reason) : reason;
    }

    private static LakeException as(LakeErrorCode code, LakeException reason) {
        return new LakeException(code, reason.serverCode(), String.valueOf(reason.getMessage()), reason);
    }

    private static LakeException lost() {
        return new LakeException(LakeErrorCode.LAKE_CONFLICT, "the lake has lost the transaction");
    }

    @Override
    public CompletableFuture<Long> move(List<LedgerMove> moves, Map<String, String> tables, LedgerGuards guards) {
        return run(sql.move(moves, tables, guards), CallPurpose.REPEATABLE, "move positions")
                .thenApply(answer -> updated(answer));
    }

    static long updated(QueryResult answer) {
        return answer.rows().isEmpty() ? 0 : Long.parseLong(answer.text(0, answer.column("number of rows updated")));
    }

    @Override
    public CompletableFuture<Long> load(List<StagedFile> files) {
        List<ReadyFile> ready = new ArrayList<>(files.size());
        for (StagedFile file : files) {
            ready.add(((LakeLedger.LakeFile) file).ready());
        }
        TableName table = ready.get(0).plan().table();
        loaded.add(table);
        ReplaceStatement replace = lake.replace();
        String statement = replace == null ? lake.copy().forced(ready) : replace.sql(ready);
        CompletableFuture<QueryResult> answers = Futures.then(
                lake.client().query(session, statement, CallPurpose.LOAD),
                (answer, failure) -> failure == null
                        ? CompletableFuture.completedFuture(answer)
                        : lake.tables()
                                .afterRefusal(ready.get(0).plan(), LakeException.of(failure))
                                .thenCompose(reason ->
                                        CompletableFuture.failedFuture(noRecord(ready.get(0), gone(table, reason)))));
        return inTransaction(answers, "load files into " + table).thenApply(answer -> {
            if (replace != null) {
                return replaced(replace, ready, answer);
            }
            long rows = 0;
            for (int i = 0; i < answer.rows().size(); i++) {
                rows += Long.parseLong(answer.text(i, answer.column("Rows_loaded")));
            }
            return rows;
        });
    }

    /** It tells how many rows were written, which may be more than were sent; the files are ours to remove. */
    private long replaced(ReplaceStatement replace, List<ReadyFile> ready, QueryResult answer) {
        try {
            replace.check(ready, answer);
        } catch (LakeException e) {
            throw lake.failed("load files", loaded, e);
        }
        read.addAll(ready);
        return ReplaceStatement.rows(ready);
    }

    /** It was there before the transaction began. */
    private LakeException gone(TableName table, LakeException reason) {
        if (!reason.isUnknownTable()) {
            return reason;
        }
        return new LakeException(
                LakeErrorCode.LAKE_TABLE_REPLACED,
                reason.serverCode(),
                table + " is gone. UNDROP TABLE " + table.sql() + " may bring it back with its rows; "
                        + sql.acceptLoss(),
                reason);
    }

    /** No search for a bad record can find a letter, which is of one that was found. */
    private static LakeException noRecord(ReadyFile file, LakeException reason) {
        boolean letters = LetterRows.SCHEMA.equals(file.packed().schema());
        return letters && reason.code().kind() == ErrorKind.RECORD ? as(LakeErrorCode.LAKE_UNEXPECTED, reason) : reason;
    }

    @Override
    public CompletableFuture<Void> touch() {
        return run(sql.touch(), CallPurpose.REPEATABLE, "change the ledger").thenAccept(answer -> {
            if (updated(answer) != 1) {
                throw LakeException.inContext(
                        "Cannot add partitions",
                        new LakeException(
                                LakeErrorCode.LAKE_LEDGER_FOREIGN, "the ledger has lost its own row, or has it twice"));
            }
        });
    }

    @Override
    public CompletableFuture<Set<SourcePartition>> known(Set<SourcePartition> partitions) {
        return run(sql.known(partitions), CallPurpose.REPEATABLE, "read the ledger")
                .thenApply(answer -> {
                    Set<String> keys = new HashSet<>();
                    for (int i = 0; i < answer.rows().size(); i++) {
                        keys.add(answer.text(i, 0));
                    }
                    Set<SourcePartition> known = new HashSet<>();
                    for (SourcePartition partition : partitions) {
                        if (keys.contains(LedgerSql.key(partition))) {
                            known.add(partition);
                        }
                    }
                    return known;
                });
    }

    @Override
    public CompletableFuture<Void> add(List<LedgerRow> rows) {
        return run(sql.add(rows), CallPurpose.REPEATABLE, "add partitions to the ledger")
                .thenAccept(answer -> {});
    }

    @Override
    public CompletableFuture<Void> commit() {
        if (!session.inTransaction()) {
            return CompletableFuture.failedFuture(lake.failed("commit", loaded, lost()));
        }
        return lake.client().query(session, "COMMIT", CallPurpose.COMMIT).handle((answer, failure) -> {
            if (failure != null) {
                LakeException reason = LakeException.of(failure);
                // Who refused may have stood in front of the lake, after it was asked.
                boolean proxy = reason.code().kind().isRetried() && reason.serverCode() == 0;
                throw lake.failed("commit", loaded, proxy ? as(LakeErrorCode.LAKE_OUTCOME_UNKNOWN, reason) : reason);
            }
            loaded.forEach(lake.standing()::loaded);
            if (lake.copy().purges()) {
                read.forEach(file -> {
                    var unused = lake.stage().remove(file.path());
                });
            }
            return null;
        });
    }

    @Override
    public CompletableFuture<Void> rollback() {
        return lake.client().query(session, "ROLLBACK", CallPurpose.REPEATABLE).handle((answer, failure) -> null);
    }
}
