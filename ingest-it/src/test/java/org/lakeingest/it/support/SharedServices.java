package org.lakeingest.it.support;

import java.util.EnumMap;
import java.util.Map;
import org.junit.jupiter.api.Assumptions;

/** One broker and one lake of each kind for all scenarios of a test JVM: starting them costs more than most scenarios. */
public final class SharedServices {
    private static final Map<Services.Kind, Services> STARTED = new EnumMap<>(Services.Kind.class);

    private SharedServices() {}

    /** The services of this kind; skips the test where this machine has none. */
    public static synchronized Services of(Services.Kind kind) {
        Assumptions.assumeTrue(kind.available(), () -> "no " + kind + " services here");
        return STARTED.computeIfAbsent(kind, SharedServices::start);
    }

    private static Services start(Services.Kind kind) {
        Services services = kind.start();
        Runtime.getRuntime().addShutdownHook(new Thread(services::close, "stop-services"));
        return services;
    }
}
