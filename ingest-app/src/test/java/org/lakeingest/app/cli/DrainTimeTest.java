package org.lakeingest.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class DrainTimeTest {
    @Test
    void leavingTheGroupAndClosingTheSinkFitIntoTheTimeAnnounced() {
        assertThat(RunCommand.forWriting(Duration.ofSeconds(25))).isEqualTo(Duration.ofSeconds(24));
        assertThat(RunCommand.forWriting(Duration.ofSeconds(2))).isEqualTo(Duration.ofMillis(1_800));
    }
}
