package org.lakeingest.testkit.harness;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;
import org.lakeingest.api.ColumnType;
import org.lakeingest.api.KnowsTargets;
import org.lakeingest.api.RowBatch;
import org.lakeingest.api.RowCollector;
import org.lakeingest.api.Schema;
import org.lakeingest.api.Sink;
import org.lakeingest.api.SinkWriter;
import org.lakeingest.api.Target;
import org.lakeingest.api.TargetColumns;
import org.lakeingest.api.Transformer;
import org.lakeingest.api.WriterContext;
import org.lakeingest.engine.Pipeline;
import org.lakeingest.engine.PipelineRuntime;
import org.lakeingest.testkit.ManualClock;

/** Whoever makes the rows that arrive at the sink hears what the sink holds. */
class TargetColumnsTest {
    private static final TargetColumns HELD = new TargetColumns(
            new Schema(List.of(new Schema.Field("held", ColumnType.of(ColumnType.Kind.STRING), true))),
            Set.of(),
            true,
            false);

    private final ManualClock clock = new ManualClock();
    private final StepThreads threads = new StepThreads(1, clock);
    private final InMemoryTopic topic = new InMemoryTopic("orders", 1);
    private final ScriptedSink sink = new ScriptedSink(threads);
    private final List<Optional<TargetColumns>> toldToDecoder = new ArrayList<>();
    private final List<Optional<TargetColumns>> toldToTransformer = new ArrayList<>();
    private final List<Boolean> partialRows = new ArrayList<>();
    private final Set<String> asked = new HashSet<>();
    private final Set<String> expected = new HashSet<>();

    /** The scripted sink, which also knows its columns. */
    private final class KnowingSink implements Sink, KnowsTargets {
        @Override
        public void open() {
            sink.open();
        }

        @Override
        public SinkWriter openWriter(WriterContext context) {
            return sink.openWriter(context);
        }

        @Override
        public Optional<TargetColumns> columnsOf(String stream, Target target) {
            asked.add(stream);
            return Optional.of(HELD);
        }

        @Override
        public boolean takesPartialRows() {
            return true;
        }

        @Override
        public void expect(Set<String> streams) {
            expected.addAll(streams);
        }

        @Override
        public void close() {
            sink.close();
        }
    }

    private void run(List<Transformer> transformers) {
        topic.append(0, 10);
        InMemorySource source = new InMemorySource(topic, threads, positions -> {});
        Pipeline pipeline = Pipeline.builder(new PipelineRuntime("harness", clock, new SimpleMeterRegistry(), threads))
                .source(worker -> source)
                .decoder(() -> (records, payloads, output) -> {
                    toldToDecoder.add(output.columnsOf(Target.DEFAULT));
                    partialRows.add(output.takesPartialRows());
                    new HarnessDecoder().decode(records, payloads, output);
                })
                .transformers(() -> transformers)
                .sink(new KnowingSink())
                .build();
        pipeline.start();
        source.assign(Set.copyOf(topic.all()));
        runUntil(() -> !toldToDecoder.isEmpty());
        pipeline.stop(Duration.ofSeconds(10));
        runUntil(() -> pipeline.termination().isDone());
    }

    private void runUntil(BooleanSupplier condition) {
        long deadline = threads.nanoTime() + Duration.ofMinutes(2).toNanos();
        while (!condition.getAsBoolean()) {
            assertThat(threads.nanoTime() - deadline).as("virtual time left").isNegative();
            if (!threads.step()) {
                threads.pass(Duration.ofMillis(100));
            }
        }
    }

    @Test
    void aDecoderWhoseRowsArriveAsTheyAreIsTold() {
        run(List.of());
        assertThat(toldToDecoder).isNotEmpty().allMatch(told -> told.equals(Optional.of(HELD)));
        assertThat(partialRows).containsOnly(true);
        assertThat(asked).containsExactly(topic.all().get(0).stream());
        assertThat(expected).isEqualTo(asked);
    }

    @Test
    void aDecoderWithATransformerBehindItIsNotToldAndTheTransformerIs() {
        run(List.of(new Telling()));
        assertThat(toldToDecoder).isNotEmpty().allMatch(Optional::isEmpty);
        assertThat(partialRows).isNotEmpty().containsOnly(true);
        assertThat(toldToTransformer).isNotEmpty().allMatch(told -> told.equals(Optional.of(HELD)));
    }

    private final class Telling implements Transformer {
        @Override
        public void transform(RowBatch input, RowCollector output) {
            toldToTransformer.add(output.columnsOf(Target.DEFAULT));
        }
    }
}
