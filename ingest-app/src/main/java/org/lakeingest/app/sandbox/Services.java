package org.lakeingest.app.sandbox;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;
import org.lakeingest.app.cli.Progress;
import org.lakeingest.sandbox.BrokerOptions;
import org.lakeingest.sandbox.EmbeddedBroker;
import org.lakeingest.sandbox.lake.LakeOptions;
import org.lakeingest.sandbox.lake.LocalLake;

/** A broker and a lake in this process, whose data goes with them; or a broker, and a lake elsewhere. */
final class Services implements AutoCloseable {
    private final EmbeddedBroker broker;
    private final @Nullable LocalLake lake;
    private final String dsn;
    private final LakeAddress address;

    private Services(EmbeddedBroker broker, @Nullable LocalLake lake, String dsn) {
        this.broker = broker;
        this.lake = lake;
        this.dsn = dsn;
        this.address = LakeAddress.parse(dsn);
    }

    /** @param lakeDsn of a lake elsewhere; null for one in this process */
    static Services start(SandboxPlan.Ports ports, @Nullable String lakeDsn, Progress progress) {
        if (lakeDsn == null) {
            return startBoth(ports, progress);
        }
        progress.step("starting a Kafka broker");
        EmbeddedBroker broker = EmbeddedBroker.start(BrokerOptions.defaults().withPort(ports.kafka()));
        Services services = new Services(broker, null, lakeDsn);
        progress.step("broker at %s, lake at %s", broker.bootstrapServers(), services.lakeUri());
        return services;
    }

    private static Services startBoth(SandboxPlan.Ports ports, Progress progress) {
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
            LocalLake started = lake.join();
            Services services = new Services(broker, started, started.dsn());
            progress.step("broker at %s, lake at %s", broker.bootstrapServers(), services.lakeUri());
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
        return address.uri().toString();
    }

    String lakeDsn() {
        return dsn;
    }

    /** For curl's option -u; a password that is not ours stays out of sight, and curl asks for it. */
    String lakeUser() {
        return lake == null ? address.user() : address.user() + ":" + address.password();
    }

    LakeQuery lakeQuery() {
        return new LakeQuery(lakeUri(), address.user(), address.password());
    }

    /** Whether the lake stays when this is closed. */
    boolean isLakeElsewhere() {
        return lake == null;
    }

    @Override
    public void close() {
        try {
            broker.close();
        } finally {
            if (lake != null) {
                lake.close();
            }
        }
    }
}
