package org.lakeingest.engine;

import java.util.Arrays;
import java.util.Optional;
import org.lakeingest.api.RejectStage;
import org.lakeingest.api.config.Option;

/** What becomes of records that can never become rows, by the stage that gives them up. */
public record OnErrorOptions(
        @Option(
                name = "default",
                defaultValue = "fail",
                alone = true,
                description =
                        "What becomes of a record that can never become rows: the pipeline stops in front of it, it goes"
                                + " to `dead-letters`, or it is counted and left out.")
        ErrorPolicy standard,

        @Option(
                name = "key",
                description = "Instead of `default`, for a record whose key cannot be read, or names no row.")
        Optional<ErrorPolicy> key,

        @Option(name = "decode", description = "Instead of `default`, for a value that cannot be decoded.")
        Optional<ErrorPolicy> decode,

        @Option(
                name = "transform",
                description = "Instead of `default`, for a row that a transformer can do nothing with.")
        Optional<ErrorPolicy> transform,

        @Option(name = "routing", description = "Instead of `default`, for a row that no target can be found for.")
        Optional<ErrorPolicy> routing,

        @Option(
                name = "evolution",
                description =
                        "Instead of `default`, for a value that asks for a column which the target neither has nor may get.")
        Optional<ErrorPolicy> evolution,

        @Option(
                name = "load",
                description =
                        "Instead of `default`, for a row that the sink surely refuses; the batch is divided until it is found.")
        Optional<ErrorPolicy> load) {

    /** Everything fails. */
    public static OnErrorOptions defaults() {
        return all(ErrorPolicy.FAIL);
    }

    public static OnErrorOptions all(ErrorPolicy policy) {
        Optional<ErrorPolicy> none = Optional.empty();
        return new OnErrorOptions(policy, none, none, none, none, none, none);
    }

    public ErrorPolicy policy(RejectStage stage) {
        Optional<ErrorPolicy> own = switch (stage) {
            case KEY -> key;
            case DECODE -> decode;
            case TRANSFORM -> transform;
            case ROUTING -> routing;
            case EVOLUTION -> evolution;
            case LOAD -> load;
        };
        return own.orElse(standard);
    }

    /** Whether any stage has this policy. */
    public boolean uses(ErrorPolicy policy) {
        return Arrays.stream(RejectStage.values()).anyMatch(stage -> policy(stage) == policy);
    }
}
