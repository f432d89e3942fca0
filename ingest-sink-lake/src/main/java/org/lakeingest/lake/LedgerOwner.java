package org.lakeingest.lake;

import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import org.lakeingest.api.SourceIdentity;
import org.lakeingest.api.SourcePartition;

/** Who may use a ledger, and how it comes to be. Thread-safe. */
final class LedgerOwner {
    private static final int TABLE_EXISTS = 2302;
    private static final int CREATED_MEANWHILE = 2322;
    private static final int SEMANTIC = 1065;
    private static final int TRIES = 8;

    private final LakeLedger lake;
    private final LedgerSql sql;
    private final TableName ledger;
    private final LedgerIdentity identity;
    private final Optional<SourceIdentity> source;

    /** The cluster that the ledger is known to be of. */
    private volatile String admitted = "";

    LedgerOwner(LakeLedger lake, TableName ledger, LedgerIdentity identity, Optional<SourceIdentity> source) {
        this.lake = lake;
        this.sql = new LedgerSql(ledger);
        this.ledger = ledger;
        this.identity = identity;
        this.source = source;
    }

    /** Creates it if it is absent, and makes sure that it is this pipeline's. */
    CompletableFuture<Void> open() {
        return Futures.then(own(), (found, failure) -> {
            if (failure == null) {
                return identify(found, identity, 1);
            }
            if (serverCode(failure) != LakeException.UNKNOWN_TABLE) {
                throw explained(failure);
            }
            return create().thenCompose(done -> own()).thenCompose(made -> identify(made, identity, 1));
        });
    }

    /**
     * Makes sure that a ledger which exists is this pipeline's, and that the tables which were written to are still there. Whatever
     * keeps it from looking is for those to say who open tables and ledger.
     */
    CompletableFuture<Void> look() {
        return Futures.then(own(), (found, failure) -> {
            if (failure != null) {
                return CompletableFuture.completedFuture(null);
            }
            requireVersion(found);
            return lake.rows().thenCompose(rows -> {
                Set<String> streams = new HashSet<>();
                Map<String, String> written = new TreeMap<>();
                rows.forEach(row -> {
                    streams.add(row.partition().stream());
                    written.putAll(row.tables());
                });
                requireOurs(found.text(0, 0), identity, streams);
                return written.isEmpty()
                        ? CompletableFuture.completedFuture(null)
                        : lake.ids(written.keySet()).thenAccept(ids -> requireAll(written.keySet(), ids.keySet()));
            });
        });
    }

    /** Makes sure that the ledger is of the cluster that these partitions are in, which is not known before there are some. */
    CompletableFuture<Void> admit(Set<SourcePartition> partitions) {
        String cluster = "";
        for (SourcePartition partition : partitions) {
            cluster = partition.cluster().isEmpty() ? cluster : partition.cluster();
        }
        if (cluster.equals(admitted)) {
            return CompletableFuture.completedFuture(null);
        }
        String known = cluster;
        return own().thenCompose(found -> identify(found, identity.in(known), 1))
                .thenAccept(done -> admitted = known);
    }

    private CompletableFuture<QueryResult> own() {
        return lake.query(sql.ownRow(), "read the ledger");
    }

    /** Notes what this start adds to what the ledger says of its owner. Others may do the same at the same time. */
    private CompletableFuture<Void> identify(QueryResult found, LedgerIdentity ours, int attempt) {
        requireVersion(found);
        String before = found.text(0, 0);
        return lake.query(sql.streams(), "read the ledger").thenCompose(answer -> {
            Set<String> streams = new HashSet<>();
            for (int i = 0; i < answer.rows().size(); i++) {
                streams.add(answer.text(i, 0));
            }
            requireOurs(before, ours, streams);
            String after = LedgerIdentity.parse(before)
                    .map(stored -> stored.with(ours))
                    .orElse(ours)
                    .text();
            return after.equals(before) ? CompletableFuture.completedFuture(null) : note(after, before, ours, attempt);
        });
    }

    private CompletableFuture<Void> note(String after, String before, LedgerIdentity ours, int attempt) {
        return Futures.then(lake.query(sql.identify(after, before), "write into the ledger"), (answer, failure) -> {
            boolean conflict = failure != null && LakeException.of(failure).code() == LakeErrorCode.LAKE_CONFLICT;
            if (failure != null && (!conflict || attempt == TRIES)) {
                return CompletableFuture.failedFuture(failure);
            }
            return failure == null && LakeTransaction.updated(answer) == 1
                    ? CompletableFuture.completedFuture(null)
                    : own().thenCompose(found -> identify(found, ours, attempt + 1));
        });
    }

    private void requireAll(Set<String> written, Set<String> present) {
        for (String table : written) {
            if (!present.contains(table)) {
                throw new LakeException(
                        LakeErrorCode.LAKE_TABLE_REPLACED,
                        table
                                + " is gone, or the user may not see it in system.tables, and rows of this pipeline were in it;"
                                + " UNDROP TABLE may bring it back; " + sql.acceptLoss());
            }
        }
    }

    private CompletableFuture<Void> create() {
        return lake.query(sql.create(identity.text()), "create the ledger").handle((done, failure) -> {
            int code = failure == null ? 0 : serverCode(failure);
            if (failure != null && code != TABLE_EXISTS && code != CREATED_MEANWHILE) {
                throw LakeException.inContext("Cannot keep positions", failure);
            }
            return null;
        });
    }

    private static int serverCode(Throwable failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof LakeException lake) {
                return lake.serverCode();
            }
        }
        return 0;
    }

    private RuntimeException explained(Throwable failure) {
        if (serverCode(failure) == SEMANTIC) {
            return new LakeException(
                    LakeErrorCode.LAKE_LEDGER_FOREIGN,
                    SEMANTIC,
                    "the table " + ledger + " is no ledger of this version",
                    failure);
        }
        return LakeException.inContext("Cannot keep positions", failure);
    }

    private void requireVersion(QueryResult found) {
        if (found.rows().size() != 1) {
            throw foreign(found.rows().size() + " rows of its own, and should have one: it was edited");
        }
        int protocol = Integer.parseInt(found.text(0, 1));
        if (protocol != LedgerSql.PROTOCOL) {
            throw foreign("version " + protocol + ", and this program reads " + LedgerSql.PROTOCOL);
        }
    }

    private void requireOurs(String owner, LedgerIdentity ours, Set<String> streams) {
        differs(owner, ours, source, streams).ifPresent(difference -> {
            throw foreign(difference + wayOut(difference));
        });
    }

    /** What tells the pipeline from the owner that the ledger names; nothing does where none is named. */
    static Optional<String> differs(
            String owner, LedgerIdentity ours, Optional<SourceIdentity> source, Set<String> streams) {
        Set<String> read = source.map(SourceIdentity::streams).orElse(streams);
        return LedgerIdentity.parse(owner).flatMap(stored -> stored.difference(ours, read, streams));
    }

    /** Positions of one cluster mean nothing in another one. */
    private String wayOut(String difference) {
        if (difference.startsWith(LedgerIdentity.CLUSTER)) {
            return "; if the pipeline has moved, stop it everywhere, set the group's offsets at the new cluster, and DROP TABLE "
                    + ledger.sql();
        }
        return "; to let this pipeline take its positions over, stop every other one and run UPDATE " + ledger.sql()
                + " SET targets = '' WHERE partition_no < 0";
    }

    private LakeException foreign(String what) {
        return new LakeException(LakeErrorCode.LAKE_LEDGER_FOREIGN, "the ledger " + ledger + " has " + what);
    }
}
