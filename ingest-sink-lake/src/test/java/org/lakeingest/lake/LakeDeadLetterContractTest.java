package org.lakeingest.lake;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.lakeingest.api.DeadLetter;
import org.lakeingest.api.DeadLetterQueue;
import org.lakeingest.testkit.DeadLetterQueueContract;

class LakeDeadLetterContractTest extends DeadLetterQueueContract {
    @RegisterExtension
    static final TestLake lake = new TestLake();

    private static final AtomicInteger TABLES = new AtomicInteger();

    private final List<LetterFixture> fixtures = new ArrayList<>();
    private final String table = lake.table("letters_contract" + TABLES.incrementAndGet());

    @SuppressWarnings("NullAway.Init") // set before each test
    private ScriptedLake front;

    @BeforeEach
    void startFront() throws IOException {
        front = new ScriptedLake(LakeDsn.parse(lake.dsn()).address());
    }

    @AfterEach
    void stopFront() {
        front.close();
        fixtures.forEach(LetterFixture::close);
    }

    private LetterFixture fixture(String password) {
        LakeDsn dsn = LakeDsn.parse(lake.dsn());
        LetterFixture fixture = new LetterFixture(
                "http://" + dsn.user() + ":" + password + "@127.0.0.1:" + front.server.getPort() + "/default", table);
        fixtures.add(fixture);
        return fixture;
    }

    @Override
    protected DeadLetterQueue newQueue() {
        return fixture(LakeDsn.parse(lake.dsn()).password()).create();
    }

    @Override
    protected List<DeadLetter> readBack() {
        return fixture(LakeDsn.parse(lake.dsn()).password()).read();
    }

    @Override
    protected void failNext() {
        front.next("COPY INTO", ScriptedLake.status(503, "down"));
    }

    @Override
    protected DeadLetterQueue misconfiguredQueue() {
        return fixture("wrong").create();
    }
}
