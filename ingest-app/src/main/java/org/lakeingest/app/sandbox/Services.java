package org.lakeingest.app.sandbox;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.lakeingest.sandbox.BrokerOptions;
import org.lakeingest.sandbox.EmbeddedBroker;
import org.lakeingest.sandbox.lake.LakeOptions;
import org.lakeingest.sandbox.lake.LocalLake;

/** A broker and a lake in this process. Their data goes with them. */
final class Services implements AutoCloseable {
    private final EmbeddedBroker broker;
    private final LocalLake lake;

    private Services(EmbeddedBroker broker, LocalLake lake) {
        this.broker = broker;
        this.lake = lake;
    }

    static Services start(SandboxPlan.Ports ports, Progress progress) {
        progress.step("starting a Kafka broker and a lake");
        CompletableFuture<LocalLake> lake = CompletableFuture.supplyAsync(
                () -> LocalLake.start(LakeOptions.inMemory().withPort(ports.lake())));
        EmbeddedBroker broker;
        try {
            broker = EmbeddedBroker.start(BrokerOptions.defaults().withPort(ports.kafka()));
        } catch (RuntimeException e) {
            lake.thenAccept(LocalLake::close).join();
            throw e;
        }
        try {
            Services services = new Services(broker, lake.join());
            progress.step("broker at %s, lake at %s", broker.bootstrapServers(), services.lake.uri());
            return services;
        } catch (CompletionException e) {
            broker.close();
            throw e.getCause() instanceof RuntimeException cause ? cause : e;
        }
    }

    String bootstrapServers() {
        return broker.bootstrapServers();
    }

    String lakeUri() {
        return lake.uri().toString();
    }

    String lakeDsn() {
        return lake.dsn();
    }

    @Override
    public void close() {
        try {
            broker.close();
        } finally {
            lake.close();
        }
    }
}
