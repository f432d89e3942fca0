package org.lakeingest.app.mock;

import org.lakeingest.api.config.Option;

/** Settings of the source {@code mock}. */
public record MockSourceConfig(
        @Option(
                name = "message",
                description =
                        "The message, a JSON object with Data (its value, as text), and if need be Key, Partition,"
                                + " DataOffset (where offsets start) and CreateTime (RFC 3339).")
        String message,

        @Option(name = "records-per-poll", defaultValue = "1000", description = "Copies that one poll returns.")
        int recordsPerPoll) {
    private static final int MOST_RECORDS = 100_000;

    public MockSourceConfig {
        MockMessage.parse(message);
        if (recordsPerPoll < 1 || recordsPerPoll > MOST_RECORDS) {
            throw new IllegalArgumentException(
                    "records-per-poll must be between 1 and " + MOST_RECORDS + ", not " + recordsPerPoll);
        }
    }
}
