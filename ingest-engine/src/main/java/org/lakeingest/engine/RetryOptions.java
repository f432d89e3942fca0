package org.lakeingest.engine;

import java.time.Duration;
import java.util.Optional;
import org.lakeingest.api.config.Option;

/** How writes that failed for a while are tried again: exponentially, with jitter, for ever unless told otherwise. */
public record RetryOptions(
        @Option(name = "initial-delay", defaultValue = "100ms", description = "Wait before the first retry.")
        Duration initialDelay,

        @Option(name = "max-delay", defaultValue = "3s", description = "Longest wait between two retries.")
        Duration maxDelay,

        @Option(
                name = "give-up-after",
                description = "Time since the first failure of a write after which the pipeline fails; never if unset.")
        Optional<Duration> giveUpAfter) {
    public RetryOptions {
        OptionChecks.positive("initial-delay", initialDelay);
        if (maxDelay.compareTo(initialDelay) < 0) {
            throw new IllegalArgumentException(
                    "max-delay must not be shorter than initial-delay: " + maxDelay + " < " + initialDelay);
        }
        giveUpAfter.ifPresent(value -> OptionChecks.positive("give-up-after", value));
    }

    public static RetryOptions defaults() {
        return new RetryOptions(Duration.ofMillis(100), Duration.ofSeconds(3), Optional.empty());
    }
}
