package org.lakeingest.lake;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.lakeingest.api.Schema;
import org.lakeingest.api.TransactionalSink;
import org.lakeingest.lake.ledger.LedgerGuards;
import org.lakeingest.testkit.TransactionalSinkContract;

/** The ledger in the lake, through a front that loses answers. */
class ExactLakeSinkContractTest extends TransactionalSinkContract {
    @RegisterExtension
    static final TestLake lake = new TestLake();

    private static final AtomicInteger TABLES = new AtomicInteger();
    private static final int TRIES = 4;

    private final List<SinkFixture> fixtures = new ArrayList<>();
    private final String name = "exact" + TABLES.incrementAndGet();

    @SuppressWarnings("NullAway.Init") // set before each test
    private ScriptedLake front;

    @BeforeEach
    void startFront() throws IOException {
        front = new ScriptedLake(LakeDsn.parse(lake.dsn()).address());
    }

    @AfterEach
    void stopFront() {
        fixtures.forEach(SinkFixture::close);
        front.close();
    }

    @Override
    protected TransactionalSink newSink() {
        LakeDsn dsn = LakeDsn.parse(lake.dsn());
        SinkFixture fixture = new SinkFixture(
                "http://" + dsn.user() + ":" + dsn.password() + "@127.0.0.1:" + front.server.getPort() + "/default",
                lake.table(name));
        fixture.load = load();
        fixture.ledger = lake.table(name + "_ledger");
        fixtures.add(fixture);
        return fixture.exact(LedgerGuards.ALL);
    }

    LakeSinkConfig.LoadMode load() {
        return LakeSinkConfig.LoadMode.COPY;
    }

    @Override
    protected Schema schema() {
        return Batches.DOCUMENT;
    }

    @Override
    protected List<@Nullable Object> row(int number) {
        return List.of("{\"n\":" + number + "}");
    }

    @Override
    protected List<Integer> visibleRows() {
        List<Integer> offsets = new ArrayList<>();
        for (List<@Nullable String> row : lake.rows("SELECT koffset FROM " + lake.sql(name))) {
            offsets.add(Integer.valueOf(String.valueOf(row.get(0))));
        }
        return offsets;
    }

    @Override
    protected void loseNextCommit() {
        for (int i = 0; i < TRIES; i++) {
            front.loseAnswer("\"COMMIT\"");
        }
    }
}
