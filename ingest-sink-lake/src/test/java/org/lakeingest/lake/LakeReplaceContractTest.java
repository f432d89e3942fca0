package org.lakeingest.lake;

import org.junit.jupiter.api.condition.EnabledIfEnvironmentVariable;

/** Replace, through the same front. */
@EnabledIfEnvironmentVariable(named = "TEST_LAKE_DSN", matches = ".+") // the local lake has no REPLACE yet
class LakeReplaceContractTest extends LakeSinkContractTest {
    @Override
    LakeSinkConfig.LoadMode load() {
        return LakeSinkConfig.LoadMode.REPLACE;
    }

    @Override
    String loading() {
        return "REPLACE INTO";
    }
}
