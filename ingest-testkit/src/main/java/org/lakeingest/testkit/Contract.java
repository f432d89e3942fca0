package org.lakeingest.testkit;

import java.util.Map;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Assumptions;

/**
 * What every contract class has in common: each test stands for a trait, every trait is on, and switching one off needs a
 * reason in the source.
 *
 * <pre>{@code
 * @Override
 * protected Map<Trait, String> switchedOff() {
 *     return Map.of(Trait.SUPPRESSES_DOUBLES, "streaming loads are not deduplicated by the lake");
 * }
 * }</pre>
 *
 * @param <T> the traits
 */
public abstract class Contract<T extends Enum<T>> {
    Contract() {}

    /** Traits that this implementation does not have, each with the reason; the reason is shown where the test is skipped. */
    protected Map<T, String> switchedOff() {
        return Map.of();
    }

    final void requires(T trait) {
        String reason = switchedOff().get(trait);
        if (reason != null) {
            if (reason.isBlank()) {
                Assertions.fail("trait " + trait + " is switched off without a reason");
            }
            Assumptions.abort(trait + " is switched off: " + reason);
        }
    }

    static UnsupportedOperationException missing(String method, Enum<?> trait) {
        return new UnsupportedOperationException(
                "override " + method + ", or switch " + trait + " off and give the reason");
    }
}
