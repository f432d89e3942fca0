package org.lakeingest.lake;

import org.lakeingest.api.ErrorKind;

/** Streaming load under the same contract. */
class LakeStreamingContractTest extends LakeSinkContractTest {
    @Override
    LakeSinkConfig.LoadMode load() {
        return LakeSinkConfig.LoadMode.STREAMING;
    }

    @Override
    String loading() {
        return ScriptedLake.STREAM;
    }

    @Override
    protected void failNext(ErrorKind kind) {
        if (kind == ErrorKind.INDETERMINATE) {
            // Nothing is sent a second time: a load that was executed would be executed again.
            lose();
            return;
        }
        super.failNext(kind);
    }
}
