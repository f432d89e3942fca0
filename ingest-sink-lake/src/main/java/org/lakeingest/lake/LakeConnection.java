package org.lakeingest.lake;

import java.time.Clock;
import java.time.Duration;

/** The lake that the options name. Connects with the first call. Thread-safe. */
record LakeConnection(LakeHttp http, LakeClient client) {
    /** The lake lets us wait for at least a second before it answers that there is nothing new. */
    private static final Duration SHORTEST = Duration.ofSeconds(2);

    static LakeConnection of(LakeSinkConfig config, Clock clock) {
        LakeDsn dsn = config.lakeDsn();
        Duration request = dsn.timeout().orElse(config.requestTimeout());
        request = request.compareTo(SHORTEST) < 0 ? SHORTEST : request;
        LakeHttp http = new LakeHttp(
                dsn,
                config.caFile(),
                config.connectTimeout(),
                request,
                config.statementTimeout(),
                config.mostConnections());
        return new LakeConnection(http, new LakeClient(dsn, http, clock, request, config.statementTimeout()));
    }

    void close() {
        client.cancel();
        http.close();
    }
}
