package org.lakeingest.lake;

import org.lakeingest.api.PluginContext;
import org.lakeingest.api.StoresDeadLetters;
import org.lakeingest.lake.ledger.LedgerGuards;

/** The sink {@code lake}, exactly once, that writes dead letters in the transaction of the rows. */
final class LetteringLakeSink extends ExactLakeSink implements StoresDeadLetters {
    LetteringLakeSink(
            LakeSinkConfig config, PluginContext context, String run, LedgerGuards guards, LetterFiles letters) {
        super(config, context, run, guards, letters);
    }
}
