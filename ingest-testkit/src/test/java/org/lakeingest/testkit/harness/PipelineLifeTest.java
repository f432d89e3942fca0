package org.lakeingest.testkit.harness;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.lakeingest.engine.PipelineOptions;
import org.lakeingest.engine.PipelineState;

class PipelineLifeTest {
    @Test
    void everythingReadIsDurableOnceAndCommittedWhenStopped() {
        PipelineHarness harness = new PipelineHarness(1, 4, PipelineOptions.defaults());
        for (int i = 0; i < 4; i++) {
            harness.topic().append(i, 500);
        }
        harness.startWithEverything();
        harness.runUntilDurable(Duration.ofMinutes(1));
        harness.stop(Duration.ofSeconds(25));
        assertThat(harness.failure()).isNull();
        assertThat(harness.pipeline().state()).isEqualTo(PipelineState.STOPPED);
        harness.topic().all().forEach(partition -> harness.assertExactPrefix(partition, 500));
    }
}
