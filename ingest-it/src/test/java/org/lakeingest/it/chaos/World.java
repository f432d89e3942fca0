package org.lakeingest.it.chaos;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.lakeingest.it.support.Services;
import org.lakeingest.sandbox.EmbeddedBroker;
import org.lakeingest.sandbox.lake.LakeOptions;
import org.lakeingest.sandbox.lake.LocalLake;

/** A broker that may be stopped and a lake that may be restarted: nobody else's, except for a lake that TEST_LAKE_DSN names. */
final class World implements AutoCloseable {
    private final EmbeddedBroker broker = EmbeddedBroker.start();
    private final @Nullable LocalLake lake;
    private final Services services;

    private World(@Nullable LocalLake lake, String dsn) {
        this.lake = lake;
        this.services = Services.of(broker.bootstrapServers(), dsn);
    }

    /** With the lake that TEST_LAKE_DSN names, otherwise with the local one. */
    static World start() {
        String external = System.getenv("TEST_LAKE_DSN");
        if (external != null && !external.isBlank()) {
            return new World(null, external);
        }
        LocalLake local = LocalLake.start(LakeOptions.inMemory());
        return new World(local, local.dsn());
    }

    Services services() {
        return services;
    }

    void restartBroker() {
        broker.stopNode(0);
        broker.startNode(0);
    }

    /** Open transactions are gone afterwards; with a lake that is not ours, only the connections are. */
    void restartLake(List<Member> members) {
        members.forEach(member -> member.proxy().refuse(true));
        if (lake != null) {
            lake.faults().restart();
        }
        members.forEach(member -> member.proxy().refuse(false));
    }

    @Override
    public void close() {
        if (lake != null) {
            lake.close();
        }
        broker.close();
    }
}
