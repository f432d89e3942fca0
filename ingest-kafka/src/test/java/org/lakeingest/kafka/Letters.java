package org.lakeingest.kafka;

import java.util.ArrayList;
import java.util.List;
import org.lakeingest.api.DeadLetter;
import org.lakeingest.api.DeadLetterFilter;
import org.lakeingest.api.DeadLetterReader;
import org.lakeingest.api.ErrorCode;
import org.lakeingest.api.ErrorKind;
import org.lakeingest.api.IngestException;
import org.lakeingest.api.RecordBatch;
import org.lakeingest.api.RejectStage;
import org.lakeingest.api.RejectedRecord;

/** Rejected records, and what was kept of them. */
final class Letters {
    /** Codes as those of a decoder and of a sink. */
    enum Code implements ErrorCode {
        NOT_JSON,
        VALUE_REFUSED;

        @Override
        public ErrorKind kind() {
            return ErrorKind.RECORD;
        }
    }

    private Letters() {}

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

    static List<DeadLetter> read(KafkaDeadLettersConfig config, DeadLetterFilter filter) {
        List<DeadLetter> found = new ArrayList<>();
        try (DeadLetterReader reader = new KafkaDeadLetterQueueFactory().reader(config, new TestContext())) {
            reader.read(filter, letter -> {
                found.add(letter);
                return true;
            });
        }
        return found;
    }
}
