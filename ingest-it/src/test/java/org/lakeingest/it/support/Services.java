package org.lakeingest.it.support;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.lakeingest.sandbox.EmbeddedBroker;
import org.lakeingest.sandbox.Topics;
import org.lakeingest.sandbox.lake.LakeOptions;
import org.lakeingest.sandbox.lake.LocalLake;
import org.testcontainers.DockerClientFactory;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.kafka.KafkaContainer;
import org.testcontainers.utility.DockerImageName;

/**
 * A broker and a lake to run a scenario over: embedded everywhere, the ones that TEST_KAFKA_BROKER and TEST_LAKE_DSN name when
 * set, containers where a Docker engine answers.
 */
public final class Services implements AutoCloseable {
    private final Kind kind;
    private final String bootstrapServers;
    private final String lakeDsn;
    private final List<AutoCloseable> owned;

    private Services(Kind kind, String bootstrapServers, String lakeDsn, List<AutoCloseable> owned) {
        this.kind = kind;
        this.bootstrapServers = bootstrapServers;
        this.lakeDsn = lakeDsn;
        this.owned = List.copyOf(owned);
    }

    /** Where the services come from. */
    public enum Kind {
        EMBEDDED,
        EXTERNAL,
        CONTAINERS;

        /** Whether this machine has them. */
        public boolean available() {
            return switch (this) {
                case EMBEDDED -> true;
                case EXTERNAL -> externalBroker().isPresent() || externalLake().isPresent();
                case CONTAINERS -> DockerClientFactory.instance().isDockerAvailable();
            };
        }

        /** Starts what has to be started. Closing stops it again. */
        public Services start() {
            List<AutoCloseable> owned = new ArrayList<>();
            return switch (this) {
                case EMBEDDED -> new Services(this, embeddedBroker(owned), embeddedLake(owned), owned);
                case EXTERNAL ->
                    new Services(
                            this,
                            externalBroker().orElseGet(() -> embeddedBroker(owned)),
                            externalLake().orElseGet(() -> embeddedLake(owned)),
                            owned);
                case CONTAINERS -> new Services(this, containerBroker(owned), containerLake(owned), owned);
            };
        }
    }

    /** Services that the caller started and stops. */
    public static Services of(String bootstrapServers, String lakeDsn) {
        return new Services(Kind.EMBEDDED, bootstrapServers, lakeDsn, List.of());
    }

    public Kind kind() {
        return kind;
    }

    public String bootstrapServers() {
        return bootstrapServers;
    }

    public String lakeDsn() {
        return lakeDsn;
    }

    public Lake lake() {
        return new Lake(lakeDsn);
    }

    public Topics topics() {
        return new Topics(bootstrapServers);
    }

    /** Whether a run's topics and tables are to be left where they are. */
    public static boolean keep() {
        return "1".equals(System.getenv("TEST_KEEP"));
    }

    private static Optional<String> externalBroker() {
        return Optional.ofNullable(System.getenv("TEST_KAFKA_BROKER")).filter(value -> !value.isBlank());
    }

    private static Optional<String> externalLake() {
        return Optional.ofNullable(System.getenv("TEST_LAKE_DSN")).filter(value -> !value.isBlank());
    }

    private static String embeddedBroker(List<AutoCloseable> owned) {
        EmbeddedBroker broker = EmbeddedBroker.start();
        owned.add(broker);
        return broker.bootstrapServers();
    }

    private static String embeddedLake(List<AutoCloseable> owned) {
        LocalLake lake = LocalLake.start(LakeOptions.inMemory());
        owned.add(lake);
        return lake.dsn();
    }

    @SuppressWarnings("resource") // closed with the services
    private static String containerBroker(List<AutoCloseable> owned) {
        KafkaContainer broker = new KafkaContainer(DockerImageName.parse("apache/kafka:4.1.0"));
        owned.add(broker);
        broker.start();
        return broker.getBootstrapServers();
    }

    @SuppressWarnings("resource") // closed with the services
    private static String containerLake(List<AutoCloseable> owned) {
        GenericContainer<?> lake = new GenericContainer<>(DockerImageName.parse("datafuselabs/databend:latest"))
                .withEnv("QUERY_DEFAULT_USER", "lake")
                .withEnv("QUERY_DEFAULT_PASSWORD", "lake")
                .withExposedPorts(8000);
        owned.add(lake);
        lake.start();
        return "http://lake:lake@" + lake.getHost() + ":" + lake.getMappedPort(8000)
                + "/default?presigned_url_disabled=true";
    }

    @Override
    public void close() {
        for (AutoCloseable service : owned) {
            try {
                service.close();
            } catch (Exception e) {
                throw new IllegalStateException("a service did not stop", e);
            }
        }
    }
}
