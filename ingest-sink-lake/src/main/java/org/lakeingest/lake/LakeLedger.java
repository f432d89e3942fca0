package org.lakeingest.lake;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.lakeingest.api.SourceIdentity;
import org.lakeingest.api.SourcePartition;
import org.lakeingest.api.WriteBatch;
import org.lakeingest.lake.ledger.LedgerLake;
import org.lakeingest.lake.ledger.LedgerRow;
import org.lakeingest.lake.ledger.LedgerTransaction;
import org.lakeingest.lake.ledger.StagedFile;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The lake as the ledger's protocol sees it: statements and staged files. Thread-safe. */
final class LakeLedger implements LedgerLake {
    private static final Logger LOG = LoggerFactory.getLogger(LakeLedger.class);

    private final LakeAccess lake;
    private final TableName ledger;
    private final @Nullable LetterFiles letters;
    private final LedgerSql sql;
    private final LedgerOwner owner;
    private final AtomicLong staged = new AtomicLong();
    private final Map<String, TableName> tables = new ConcurrentHashMap<>();

    /**
     * Connects to nothing yet.
     *
     * @param letters null where dead letters go elsewhere
     */
    LakeLedger(
            LakeAccess lake,
            TableName ledger,
            LedgerIdentity identity,
            Optional<SourceIdentity> source,
            @Nullable LetterFiles letters) {
        this.lake = lake;
        this.letters = letters;
        this.ledger = ledger;
        this.sql = new LedgerSql(ledger);
        this.owner = new LedgerOwner(this, ledger, identity, source);
        tables.put(ledger.toString(), ledger);
    }

    LedgerOwner owner() {
        return owner;
    }

    @Override
    public CompletableFuture<Void> admit(Set<SourcePartition> partitions) {
        return owner.admit(partitions).exceptionally(failure -> {
            throw LakeException.inContext("Cannot claim partitions", failure);
        });
    }

    /** A file that a transaction can load. */
    record LakeFile(ReadyFile ready) implements StagedFile {
        @Override
        public String table() {
            return ready.plan().table().toString();
        }

        @Override
        public Object form() {
            return ready.plan().columnList();
        }

        @Override
        public long rows() {
            return ready.packed().rows();
        }
    }

    @Override
    public String ledger() {
        return ledger.toString();
    }

    @Override
    public CompletableFuture<LedgerTransaction> begin() {
        return LakeTransaction.begin(lake, sql);
    }

    @Override
    public CompletableFuture<List<LedgerRow>> rows() {
        return query(sql.rows(), "read the ledger").thenApply(answer -> {
            List<LedgerRow> rows = new ArrayList<>();
            for (int i = 0; i < answer.rows().size(); i++) {
                rows.add(LedgerSql.row(answer, i));
            }
            return rows;
        });
    }

    @Override
    public CompletableFuture<Void> claim(Set<SourcePartition> partitions, String owner) {
        return query(sql.claim(partitions, owner), "claim partitions in the ledger")
                .thenAccept(answer -> {});
    }

    /** In a session of its own, with the settings of those that write. */
    CompletableFuture<QueryResult> query(String statement, String what) {
        LakeSession session = LakeSession.fresh(lake.client().dsn(), LakeTransaction.SETTINGS);
        return lake.client().query(session, statement, CallPurpose.REPEATABLE).exceptionally(failure -> {
            throw lake.failed(what + " " + ledger, Set.of(), sql.explained(LakeException.of(failure)));
        });
    }

    @Override
    public CompletableFuture<Map<String, String>> ids(Set<String> names) {
        Map<String, Set<String>> byDatabase = new TreeMap<>();
        for (String name : names) {
            TableName table = tables.computeIfAbsent(name, any -> TableName.ofText(name));
            byDatabase.computeIfAbsent(table.database(), any -> new TreeSet<>()).add(table.table());
        }
        List<String> conditions = new ArrayList<>();
        byDatabase.forEach((database, all) -> {
            List<String> literals = all.stream().map(SqlIdentifier::literal).toList();
            conditions.add("(database = " + SqlIdentifier.literal(database) + " AND name IN ("
                    + String.join(", ", literals) + "))");
        });
        String statement =
                "SELECT database, name, table_id FROM system.tables WHERE " + String.join(" OR ", conditions);
        return query(statement, "look up the ids of tables for").thenApply(answer -> {
            Map<String, String> ids = new HashMap<>();
            for (int i = 0; i < answer.rows().size(); i++) {
                ids.put(new TableName(answer.text(i, 0), answer.text(i, 1)).toString(), answer.text(i, 2));
            }
            return ids;
        });
    }

    @Override
    public CompletableFuture<List<StagedFile>> stage(List<WriteBatch> batches) {
        List<PackedFile> packed = new ArrayList<>();
        WriteBatch first = batches.get(0);
        long number = staged.incrementAndGet();
        List<PackedFile> files = new ArrayList<>(lake.packer().pack(batches));
        if (letters != null) {
            files.addAll(letters.of(batches));
        }
        for (PackedFile file : files) {
            tables.putIfAbsent(file.table().toString(), file.table());
            packed.add(file.named("e" + first.claimEpoch() + "-" + first.id() + "-" + number + "-" + packed.size()));
        }
        return lake.strategy().prepare(packed, new GroupAttempt()).handle((ready, failure) -> {
            if (failure != null) {
                throw lake.failed("prepare files", tablesOf(packed), failure);
            }
            List<StagedFile> waiting = new ArrayList<>(ready.size());
            ready.forEach(file -> waiting.add(new LakeFile(file)));
            return waiting;
        });
    }

    private static Set<TableName> tablesOf(List<PackedFile> files) {
        Set<TableName> tables = new HashSet<>();
        files.forEach(file -> tables.add(file.table()));
        return tables;
    }

    @Override
    public void discard(List<StagedFile> unwanted) {
        for (StagedFile file : unwanted) {
            var unused = lake.stage().remove(((LakeFile) file).ready().path());
        }
    }

    @Override
    public CompletableFuture<Boolean> lease(String run, Duration length) {
        return query(sql.lease(run, length.toSeconds()), "take the lease in")
                .thenApply(answer -> LakeTransaction.updated(answer) == 1);
    }

    @Override
    public CompletableFuture<Long> segments(String name) {
        TableName table = tables.computeIfAbsent(name, TableName::ofText);
        return query(LedgerSql.segments(table), "count the segments of " + table + " for")
                .thenApply(answer -> answer.rows().isEmpty() ? 0L : Long.parseLong(answer.text(0, 0)));
    }

    @Override
    public CompletableFuture<Void> compact(String name) {
        TableName table = tables.computeIfAbsent(name, TableName::ofText);
        return query(sql.compact(table), "compact " + table + " for").thenAccept(answer -> {});
    }

    @Override
    public CompletableFuture<Void> purge() {
        return query(sql.purge(), "remove old versions of").thenAccept(answer -> {});
    }

    @Override
    public void discardRun(String run) {
        if (!lake.copy().purges()) {
            return;
        }
        String folder = "@" + lake.stageName() + "/" + StagePath.folderOf(lake.pipeline(), run) + "/";
        var unused = lake.client()
                .query("REMOVE " + folder, CallPurpose.REPEATABLE)
                .whenComplete((done, failure) -> {
                    if (failure == null) {
                        LOG.debug("Removed what an earlier run may have left in {}", folder);
                    } else {
                        LOG.debug("Files of an earlier run may stay in {}", folder, failure);
                    }
                });
    }
}
