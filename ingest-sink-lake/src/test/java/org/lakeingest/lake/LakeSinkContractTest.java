package org.lakeingest.lake;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.lakeingest.api.ErrorKind;
import org.lakeingest.api.Schema;
import org.lakeingest.api.Sink;
import org.lakeingest.testkit.SinkContract;

/** Staged copy, through a front that breaks what a test asks it to break. */
class LakeSinkContractTest extends SinkContract {
    @RegisterExtension
    static final TestLake lake = new TestLake();

    private static final AtomicInteger TABLES = new AtomicInteger();

    /** How often the client sends a statement before it gives an answer up. */
    private static final int TRIES = 4;

    private final List<SinkFixture> fixtures = new ArrayList<>();
    private final String name = "contract" + TABLES.incrementAndGet();

    @SuppressWarnings("NullAway.Init") // set before each test
    private ScriptedLake front;

    @BeforeEach
    void startFront() throws IOException {
        front = new ScriptedLake(LakeDsn.parse(lake.dsn()).address());
    }

    @AfterEach
    void stopFront() {
        front.close();
        fixtures.forEach(SinkFixture::close);
    }

    private SinkFixture fixture(String password) {
        LakeDsn dsn = LakeDsn.parse(lake.dsn());
        SinkFixture fixture = new SinkFixture(
                "http://" + dsn.user() + ":" + password + "@127.0.0.1:" + front.server.getPort() + "/default",
                lake.table(name));
        fixture.load = load();
        fixtures.add(fixture);
        return fixture;
    }

    LakeSinkConfig.LoadMode load() {
        return LakeSinkConfig.LoadMode.COPY;
    }

    /** Text that only the request that loads contains. */
    String loading() {
        return "COPY INTO";
    }

    @Override
    protected Sink newSink() {
        return fixture(LakeDsn.parse(lake.dsn()).password()).create();
    }

    @Override
    protected Sink misconfiguredSink() {
        return fixture("wrong").create();
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
    protected void failNext(ErrorKind kind) {
        if (kind == ErrorKind.TRANSIENT) {
            front.next(loading(), ScriptedLake.status(503, "down"));
            return;
        }
        for (int i = 0; i < TRIES; i++) {
            lose();
        }
    }

    void lose() {
        front.loseAnswer(loading());
    }

    @Override
    protected Hold hold() {
        return front.hold();
    }
}
