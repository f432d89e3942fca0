package org.lakeingest.testkit.harness;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.Collections;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.lakeingest.api.IngestException;
import org.lakeingest.api.SourcePartition;
import org.lakeingest.engine.Pipeline;
import org.lakeingest.engine.PipelineRuntime;
import org.lakeingest.engine.PipelineState;
import org.lakeingest.testkit.ManualClock;

/** A sink that keeps positions: they are claimed before a partition is read, and they are the truth. */
class ClaimsTest {
    private final ManualClock clock = new ManualClock();
    private final StepThreads threads = new StepThreads(17, clock);
    private final InMemoryTopic topic = new InMemoryTopic("orders", 2);
    private final LedgerSink sink = new LedgerSink(threads);
    private final InMemorySource source = new InMemorySource(topic, threads, positions -> {});
    private final SourcePartition first = topic.partition(0);
    private final SourcePartition second = topic.partition(1);
    private final Pipeline pipeline = Pipeline.builder(
                    new PipelineRuntime("claims", clock, new SimpleMeterRegistry(), threads))
            .source(worker -> source)
            .decoder(HarnessDecoder::new)
            .sink(sink)
            .build();

    private void runUntil(BooleanSupplier condition) {
        long deadline = threads.nanoTime() + Duration.ofMinutes(2).toNanos();
        while (!condition.getAsBoolean()) {
            assertThat(threads.nanoTime() - deadline).as("virtual time left").isNegative();
            if (!threads.step()) {
                threads.pass(Duration.ofMillis(100));
            }
        }
    }

    private void start() {
        pipeline.start();
        source.assign(Set.of(first, second));
    }

    private void assertRows(SourcePartition partition, long from, long to) {
        assertThat(sink.rows.of(partition))
                .containsExactlyElementsOf(LongStream.range(from, to).boxed().toList());
    }

    @Test
    void readingStartsWhereTheSinkSaysAndTheGroupFollows() {
        topic.append(0, 100);
        topic.append(1, 50);
        sink.next.put(first, 40L);
        start();
        runUntil(() -> topic.committed(first) == 100 && topic.committed(second) == 50);
        assertRows(first, 40, 100);
        assertRows(second, 0, 50);
    }

    @Test
    void nothingIsReadUntilTheClaimSucceedsAndTheMemberGoesOnPolling() {
        topic.append(0, 100);
        sink.claimFailures.addAll(Collections.nCopies(8, new IngestException(ScriptedSink.Code.AWAY, "scripted")));
        start();
        runUntil(() -> sink.claims >= 6);
        assertThat(source.paused()).containsExactlyInAnyOrder(first, second);
        assertThat(source.polls()).isGreaterThan(10);
        runUntil(() -> topic.committed(first) == 100);
        assertRows(first, 0, 100);
    }

    @Test
    void aClaimThatNeedsAPersonStopsThePipeline() {
        sink.claimFailures.add(new IngestException(ScriptedSink.Code.WRONG_PASSWORD, "scripted"));
        start();
        runUntil(() -> pipeline.termination().isDone());
        assertThat(pipeline.state()).isEqualTo(PipelineState.FAILED);
    }

    @Test
    void afterBeingFencedAPartitionIsClaimedAgainAndGoesOnFromTheLedger() {
        topic.append(0, 100);
        start();
        runUntil(() -> topic.committed(first) == 100);
        sink.takeOver(first, 130);
        topic.append(0, 100);
        runUntil(() -> topic.committed(first) == 200);
        assertThat(sink.refused).isPositive();
        assertThat(sink.rows.of(first))
                .containsExactlyElementsOf(LongStream.concat(LongStream.range(0, 100), LongStream.range(130, 200))
                        .boxed()
                        .toList());
        assertThat(pipeline.state()).isEqualTo(PipelineState.RUNNING);
    }

    @Test
    void revokedAndLostPartitionsAreReleased() {
        start();
        runUntil(() -> source.paused().isEmpty() && !source.assigned().isEmpty());
        source.revoke(Set.of(first));
        source.lose(Set.of(second));
        runUntil(() -> source.assigned().isEmpty());
        assertThat(sink.released).containsExactly(Set.of(first), Set.of(second));
    }

    @Test
    void anAnswerForALeaseThatEndedMeanwhileIsIgnored() {
        topic.append(0, 100);
        pipeline.start();
        for (int i = 0; i < 5; i++) {
            source.assign(Set.of(first));
            source.lose(Set.of(first));
        }
        source.assign(Set.of(first));
        runUntil(() -> topic.committed(first) == 100);
        assertRows(first, 0, 100);
    }
}
