package org.lakeingest.app.admin;

import org.lakeingest.api.config.Option;

/**
 * Where metrics and health are served.
 *
 * @param enabled whether at all
 * @param host address to listen on; all interfaces by default, because orchestrators and scrapers ask from outside
 * @param port 0 takes a free one
 */
public record AdminOptions(
        @Option(name = "enabled", description = "Whether to serve metrics and health over HTTP.", defaultValue = "true")
        boolean enabled,

        @Option(
                name = "host",
                description = "Address to listen on; 127.0.0.1 keeps it to this machine.",
                defaultValue = "0.0.0.0")
        String host,

        @Option(name = "port", description = "Port to listen on; 0 takes a free one.", defaultValue = "8080")
        int port) {
    public AdminOptions {
        if (port < 0 || port > 65535) {
            throw new IllegalArgumentException("port must be between 0 and 65535, not " + port);
        }
    }
}
