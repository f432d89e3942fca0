package org.lakeingest.app.sandbox;

import java.time.Duration;
import java.util.List;
import org.lakeingest.sandbox.lake.DiscardingLake;
import org.lakeingest.sandbox.lake.LakeOptions;

/** The lake that the tools under measurement load into. Confined to one thread. */
interface BenchTarget extends AutoCloseable {
    String dsn();

    /** Rows in this table, or loaded altogether. */
    long rows(String table) throws InterruptedException;

    /** Time between two looks at the rows, so that looking costs nothing. */
    Duration interval();

    /** Removes what a run has left behind. */
    void forget(String table, String pipeline) throws InterruptedException;

    @Override
    void close();

    /** One that keeps the ledger and counts the rest. */
    static BenchTarget discarding() {
        DiscardingLake lake = DiscardingLake.start(LakeOptions.inMemory());
        return new BenchTarget() {
            @Override
            public String dsn() {
                return lake.dsn();
            }

            @Override
            public long rows(String table) {
                return lake.rows();
            }

            @Override
            public Duration interval() {
                return Duration.ofMillis(5);
            }

            @Override
            public void forget(String table, String pipeline) {
                // Nothing is kept, and the ledger is small.
            }

            @Override
            public void close() {
                lake.close();
            }
        };
    }

    /** A lake that runs already. */
    static BenchTarget external(String dsn) {
        LakeAddress address = LakeAddress.parse(dsn);
        LakeQuery query = new LakeQuery(address.uri().toString(), address.user(), address.password());
        return new BenchTarget() {
            @Override
            public String dsn() {
                return dsn;
            }

            @Override
            public long rows(String table) throws InterruptedException {
                List<List<String>> found = query.rows(
                        "SELECT num_rows FROM system.tables WHERE database = 'default' AND name = '" + table + "'");
                String rows = found.isEmpty() ? "NULL" : found.get(0).get(0);
                return rows.equals("NULL") ? 0 : Long.parseLong(rows);
            }

            @Override
            public Duration interval() {
                return Duration.ofMillis(50);
            }

            @Override
            public void forget(String table, String pipeline) throws InterruptedException {
                query.rows("DROP TABLE IF EXISTS default.`" + table + "`");
                query.rows("DROP TABLE IF EXISTS default.`ingest_ledger_" + pipeline + "`");
            }

            @Override
            public void close() {
                // Nothing of it is ours.
            }
        };
    }
}
