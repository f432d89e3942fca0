package org.lakeingest.lake;

/** Replace, through the same front. */
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
