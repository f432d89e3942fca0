package org.lakeingest.lake;

import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;

/** The lake that the options name. Connects with the first call. Thread-safe. */
record LakeConnection(LakeHttp http, LakeClient client) {
    /** The lake lets us wait for at least a second before it answers that there is nothing new. */
    private static final Duration SHORTEST = Duration.ofSeconds(2);

    static LakeConnection of(LakeSinkConfig config, Clock clock) {
        return of(
                config.lakeDsn(),
                config.caFile(),
                config.connectTimeout(),
                config.requestTimeout(),
                config.statementTimeout(),
                config.mostConnections(),
                clock);
    }

    /** For the dead letters alone. */
    static LakeConnection of(LakeDeadLettersConfig config, int connections, Clock clock) {
        return of(
                config.lakeDsn(),
                config.caFile(),
                config.connectTimeout(),
                config.requestTimeout(),
                config.statementTimeout(),
                connections,
                clock);
    }

    private static LakeConnection of(
            LakeDsn dsn,
            Optional<Path> caFile,
            Duration connectTimeout,
            Duration requestTimeout,
            Duration statementTimeout,
            int connections,
            Clock clock) {
        Duration request = dsn.timeout().orElse(requestTimeout);
        request = request.compareTo(SHORTEST) < 0 ? SHORTEST : request;
        LakeHttp http = new LakeHttp(dsn, caFile, connectTimeout, request, statementTimeout, connections);
        return new LakeConnection(http, new LakeClient(dsn, http, clock, request, statementTimeout));
    }

    void close() {
        client.cancel();
        http.close();
    }
}
