package org.lakeingest.lake;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.lakeingest.api.DeadLetter;
import org.lakeingest.api.DeadLetterFilter;
import org.lakeingest.api.DeadLetterQueue;
import org.lakeingest.api.DeadLetterReader;
import org.lakeingest.api.ErrorCode;
import org.lakeingest.api.ErrorKind;
import org.lakeingest.api.IngestException;
import org.lakeingest.api.RecordBatch;
import org.lakeingest.api.RejectStage;
import org.lakeingest.api.RejectedRecord;
import org.lakeingest.api.config.Secret;
import org.lakeingest.testkit.TestPluginContext;

/** A queue with defaults that a test changes, and an encoding pool of its own. */
final class LetterFixture implements AutoCloseable {
    /** Codes as those of a decoder and of a sink. */
    enum Code implements ErrorCode {
        NOT_JSON,
        VALUE_REFUSED;

        @Override
        public ErrorKind kind() {
            return ErrorKind.RECORD;
        }
    }

    private final ExecutorService cpu = Executors.newFixedThreadPool(2);
    final TestPluginContext context = new TestPluginContext(cpu);
    private final LakeDeadLetterQueueFactory factory = new LakeDeadLetterQueueFactory();
    String dsn;
    String table;
    boolean createTable = true;

    LetterFixture(String dsn, String table) {
        this.dsn = dsn;
        this.table = table;
    }

    LakeDeadLettersConfig config() {
        return new LakeDeadLettersConfig(
                new Secret(dsn),
                Optional.of(table),
                createTable,
                "~",
                Optional.empty(),
                Duration.ofSeconds(10),
                Duration.ofSeconds(20),
                Duration.ofMinutes(2));
    }

    DeadLetterQueue create() {
        return factory.create(config(), context);
    }

    DeadLetterQueue open() {
        DeadLetterQueue queue = create();
        queue.open();
        return queue;
    }

    List<DeadLetter> read(DeadLetterFilter filter) {
        List<DeadLetter> found = new ArrayList<>();
        try (DeadLetterReader reader = factory.reader(config(), context)) {
            reader.read(filter, letter -> {
                found.add(letter);
                return true;
            });
        }
        return found;
    }

    List<DeadLetter> read() {
        return read(DeadLetterFilter.ALL);
    }

    static RejectedRecord rejected(RecordBatch batch, int index, Code code) {
        IngestException reason =
                new IngestException(code, "it is bad", new IllegalStateException("the value 'x' is bad"));
        return new RejectedRecord(batch, index, RejectStage.DECODE, 2, reason);
    }

    /** Every record of a batch. */
    static List<RejectedRecord> all(RecordBatch batch) {
        List<RejectedRecord> all = new ArrayList<>();
        for (int i = 0; i < batch.size(); i++) {
            all.add(rejected(batch, i, Code.NOT_JSON));
        }
        return all;
    }

    @Override
    public void close() {
        cpu.shutdownNow();
    }
}
