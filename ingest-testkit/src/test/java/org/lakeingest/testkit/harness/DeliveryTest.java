package org.lakeingest.testkit.harness;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.lakeingest.api.Delivery;
import org.lakeingest.api.ErrorKind;
import org.lakeingest.api.IngestException;
import org.lakeingest.api.Sink;
import org.lakeingest.engine.Pipeline;
import org.lakeingest.engine.PipelineOptions;
import org.lakeingest.engine.PipelineRuntime;
import org.lakeingest.testkit.ManualClock;

class DeliveryTest {
    private final ManualClock clock = new ManualClock();
    private final StepThreads threads = new StepThreads(5, clock);
    private final InMemoryTopic topic = new InMemoryTopic("orders", 1);

    private Pipeline build(Sink sink, Optional<Delivery> delivery) {
        return Pipeline.builder(new PipelineRuntime("delivery", clock, new SimpleMeterRegistry(), threads))
                .source(worker -> new InMemorySource(topic, threads, positions -> {}))
                .decoder(HarnessDecoder::new)
                .sink(sink)
                .options(PipelineOptions.defaults().withDelivery(delivery))
                .build();
    }

    @Test
    void exactlyOnceIsRefusedWhereTheSinkKeepsNoPositions() {
        assertThatThrownBy(() -> build(new ScriptedSink(threads), Optional.of(Delivery.EXACTLY_ONCE)))
                .isInstanceOfSatisfying(
                        IngestException.class, e -> assertThat(e.code().kind()).isEqualTo(ErrorKind.CONFIGURATION))
                .hasMessageContaining("delivery: exactly-once")
                .hasMessageContaining("does not keep positions");
    }

    @Test
    void whatIsNotAskedForIsNotRefused() {
        assertThat(build(new ScriptedSink(threads), Optional.empty())).isNotNull();
        assertThat(build(new ScriptedSink(threads), Optional.of(Delivery.AT_LEAST_ONCE)))
                .isNotNull();
        assertThat(build(new LedgerSink(threads), Optional.of(Delivery.EXACTLY_ONCE)))
                .isNotNull();
    }
}
