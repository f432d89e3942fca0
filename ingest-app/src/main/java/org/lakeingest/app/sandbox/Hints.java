package org.lakeingest.app.sandbox;

/** What to type next. */
final class Hints {
    private Hints() {}

    static String services(Services services) {
        return """

                  Kafka   %s
                  Lake    %s   user lake, password lake

                  ingest sandbox topic create --topic orders --partitions 2 --bootstrap-servers %s
                  ingest sandbox produce --topic orders --count 10000 --partitions 2 --bootstrap-servers %s
                  curl -fsS -u lake:lake -H 'Content-Type: application/json' -d '{"sql":"SELECT version()"}' %s/v1/query

                  A pipeline file for them:
                    name: orders
                    source: {type: kafka, bootstrap-servers: "%s", topics: [orders], group-id: orders-ingest}
                    decoder: {type: json}
                    sink: {type: lake, dsn: "%s", table: default.orders}

                  CTRL-C stops both; their data goes with them.
                """.formatted(
                        services.bootstrapServers(),
                        services.lakeUri(),
                        services.bootstrapServers(),
                        services.bootstrapServers(),
                        services.lakeUri(),
                        services.bootstrapServers(),
                        services.lakeDsn());
    }

    static String live(Services services, SandboxPlan.Names names, String metrics) {
        return """

                  Kafka    %s   topic %s, group %s
                  Lake     %s   user %s, table %s
                  Metrics  %s/metrics

                  Try, in another terminal:
                    curl -fsS -u %s -H 'Content-Type: application/json' %s/v1/query \\
                      -d '{"sql":"SELECT count(*), max(koffset) FROM %s"}'
                    ingest sandbox topic alter --topic %s --partitions 8 --bootstrap-servers %s
                    ingest sandbox topic describe --topic %s --group %s --bootstrap-servers %s

                  CTRL-C stops everything; %s.
                """.formatted(
                        services.bootstrapServers(),
                        names.topic(),
                        names.group(),
                        services.lakeUri(),
                        services.lakeUser(),
                        names.table(),
                        metrics,
                        services.lakeUser(),
                        services.lakeUri(),
                        names.table(),
                        names.topic(),
                        services.bootstrapServers(),
                        names.topic(),
                        names.group(),
                        services.bootstrapServers(),
                        services.isLakeElsewhere()
                                ? "the messages go with it, the table stays in its lake"
                                : "the data goes with it");
    }
}
