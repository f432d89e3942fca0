package org.lakeingest.app.sandbox;

import picocli.CommandLine.Option;

/** Where the broker is; shared by the commands that work with any broker. */
final class BrokerAddress {
    @Option(
            names = "--bootstrap-servers",
            defaultValue = "127.0.0.1:9092",
            paramLabel = "HOST:PORT",
            description = "Broker to talk to, several separated by commas. Default: ${DEFAULT-VALUE}.")
    @SuppressWarnings("NullAway.Init") // injected
    private String servers;

    String servers() {
        return servers;
    }
}
