package org.lakeingest.sandbox.lake;

import java.net.URI;

/**
 * A lake on this machine: the lake's HTTP protocol in front of an embedded database.
 *
 * <p>Started by {@link #start}, usable at once, stopped by {@link #close}. Users: {@code lake} with the password {@code lake}, and {@code
 * root} without one. What it does differently from the lake is listed in {@code docs/sandbox.md}. Thread-safe.
 */
public final class LocalLake implements AutoCloseable {
    private final LakeServer server;
    private final LocalBackend backend;

    private LocalLake(LakeServer server, LocalBackend backend) {
        this.server = server;
        this.backend = backend;
    }

    /**
     * Opens the database and listens.
     *
     * @throws IllegalStateException with one line that names the port or the file, when the port is taken or the database cannot be opened
     */
    public static LocalLake start(LakeOptions options) {
        LocalBackend backend = LocalBackend.open(options, CopyInto::new);
        try {
            return new LocalLake(LakeServer.start("local-lake", options.port(), backend), backend);
        } catch (RuntimeException e) {
            backend.close();
            throw e;
        }
    }

    /** The port it listens on. */
    public int port() {
        return server.port();
    }

    /** {@code http://127.0.0.1:port}. */
    public URI uri() {
        return URI.create("http://127.0.0.1:" + port());
    }

    /** What a sink is configured with, user and password included. */
    public String dsn() {
        return "http://lake:lake@127.0.0.1:" + port() + "/default?presigned_url_disabled=true";
    }

    /** Makes it misbehave. */
    public LakeFaults faults() {
        return server.faults();
    }

    /** Stops listening, cancels what runs and closes the database; what is kept in a file stays. */
    @Override
    public void close() {
        server.close();
        backend.close();
    }
}
