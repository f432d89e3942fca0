package org.lakeingest.kafka;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.jspecify.annotations.Nullable;
import org.lakeingest.api.DeadLetter;
import org.lakeingest.api.SourcePartition;

/**
 * What a letter says of its record, as headers behind the record's own. A record that was given up before, put back, and given up
 * again may bring such headers of its own: the last ones count, and they begin with {@link #FIRST}.
 */
final class LetterHeaders {
    static final String PREFIX = "ingest.dlq.";

    private static final String FIRST = PREFIX + "topic";
    private static final String PARTITION = PREFIX + "partition";
    private static final String OFFSET = PREFIX + "offset";
    private static final String INCARNATION = PREFIX + "incarnation";
    private static final String TIMESTAMP = PREFIX + "timestamp";
    private static final String TIMESTAMP_TYPE = PREFIX + "timestamp-type";
    private static final String STAGE = PREFIX + "stage";
    private static final String CODE = PREFIX + "code";
    private static final String MESSAGE = PREFIX + "message";
    private static final String ATTEMPT = PREFIX + "attempt";
    private static final String PIPELINE = PREFIX + "pipeline";
    private static final String VERSION = PREFIX + "version";
    private static final String FAILED_AT = PREFIX + "failed-at";
    private static final String LEFT_OUT = PREFIX + "left-out";

    private static final String LOG_APPEND = "log-append";
    private static final int LONGEST_MESSAGE = 4096;

    private LetterHeaders() {}

    /** The record's headers, then ours. */
    static void write(DeadLetter letter, Headers headers) {
        for (DeadLetter.Header header : letter.headers()) {
            headers.add(header.name(), header.value());
        }
        add(headers, FIRST, letter.partition().stream());
        add(headers, PARTITION, Integer.toString(letter.partition().number()));
        add(headers, OFFSET, Long.toString(letter.offset()));
        add(headers, INCARNATION, letter.partition().incarnation());
        add(headers, TIMESTAMP, Long.toString(letter.timestampMillis()));
        add(headers, TIMESTAMP_TYPE, letter.logAppend() ? LOG_APPEND : "create");
        add(headers, STAGE, letter.stage());
        add(headers, CODE, letter.code());
        add(headers, MESSAGE, shortened(letter.message()));
        add(headers, ATTEMPT, Integer.toString(letter.attempt()));
        add(headers, PIPELINE, letter.pipeline());
        add(headers, VERSION, letter.version());
        add(headers, FAILED_AT, letter.failedAt().toString());
        if (letter.leftOut() > 0) {
            add(headers, LEFT_OUT, Long.toString(letter.leftOut()));
        }
    }

    private static void add(Headers headers, String name, String value) {
        headers.add(name, value.getBytes(UTF_8));
    }

    private static String shortened(String message) {
        return message.length() <= LONGEST_MESSAGE ? message : message.substring(0, LONGEST_MESSAGE) + "...";
    }

    /** The letter that was written as this record; null when it is none, since others may write to the topic. */
    static @Nullable DeadLetter read(ConsumerRecord<byte[], byte[]> record) {
        Header[] all = record.headers().toArray();
        int first = lastIndexOf(all, FIRST);
        if (first < 0) {
            return null;
        }
        try {
            return letter(record, all, first);
        } catch (RuntimeException e) {
            // Somebody else's header of our name: a number that is none, a date that is none, nothing where a value
            // must be.
            return null;
        }
    }

    private static DeadLetter letter(ConsumerRecord<byte[], byte[]> record, Header[] all, int first) {
        List<DeadLetter.Header> own = new ArrayList<>(first);
        for (int i = 0; i < first; i++) {
            own.add(new DeadLetter.Header(all[i].key(), all[i].value()));
        }
        Headers headers = record.headers();
        Header leftOut = all[all.length - 1].key().equals(LEFT_OUT) ? all[all.length - 1] : null;
        return new DeadLetter(
                new SourcePartition(
                        text(headers, FIRST), text(headers, INCARNATION), Integer.parseInt(text(headers, PARTITION))),
                Long.parseLong(text(headers, OFFSET)),
                Long.parseLong(text(headers, TIMESTAMP)),
                text(headers, TIMESTAMP_TYPE).equals(LOG_APPEND),
                record.key(),
                record.value(),
                own,
                leftOut == null ? 0 : Long.parseLong(new String(leftOut.value(), UTF_8)),
                text(headers, STAGE),
                text(headers, CODE),
                text(headers, MESSAGE),
                Integer.parseInt(text(headers, ATTEMPT)),
                text(headers, PIPELINE),
                text(headers, VERSION),
                Instant.parse(text(headers, FAILED_AT)));
    }

    private static int lastIndexOf(Header[] headers, String name) {
        for (int i = headers.length - 1; i >= 0; i--) {
            if (headers[i].key().equals(name)) {
                return i;
            }
        }
        return -1;
    }

    private static String text(Headers headers, String name) {
        Header header = headers.lastHeader(name);
        if (header == null || header.value() == null) {
            throw new IllegalArgumentException(name + " is missing");
        }
        return new String(header.value(), UTF_8);
    }
}
