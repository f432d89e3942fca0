package org.lakeingest.lake;

import org.junit.jupiter.api.Tag;

/** The whole contract, with rows that replace others. */
@Tag("full")
class ExactReplaceContractTest extends ExactLakeSinkContractTest {
    @Override
    LakeSinkConfig.LoadMode load() {
        return LakeSinkConfig.LoadMode.REPLACE;
    }
}
