package org.lakeingest.testkit.harness;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;
import org.lakeingest.api.RejectStage;
import org.lakeingest.api.RejectedRecord;
import org.lakeingest.api.SourcePartition;
import org.lakeingest.api.Target;
import org.lakeingest.api.config.DataSize;
import org.lakeingest.engine.BatchOptions;
import org.lakeingest.engine.ErrorPolicy;
import org.lakeingest.engine.MaxDeadLetterOptions;
import org.lakeingest.engine.OnErrorOptions;
import org.lakeingest.engine.PipelineOptions;
import org.lakeingest.testkit.harness.ScriptedSink.Code;

/** Bad records anywhere, of any stage: what was produced is rows and letters, each once, in order, and nothing is passed by. */
class RejectsPropertyTest {
    /** What becomes of a record. */
    enum Fate {
        GOOD,
        NO_ROWS,
        UNDECODABLE,
        UNFIT,
        REFUSED
    }

    /**
     * A run.
     *
     * @param partitions the fates of their records
     * @param queue whether letters go to a queue, or else into the sink's transactions
     * @param named whether the sink says which record it refuses
     * @param skipped whether refused records are skipped
     */
    record Plan(List<List<Fate>> partitions, int maxRows, boolean queue, boolean named, boolean skipped, long seed) {
        Fate of(SourcePartition partition, long offset) {
            return partitions.get(partition.number()).get(Math.toIntExact(offset));
        }

        boolean isLetter(SourcePartition partition, long offset) {
            return switch (of(partition, offset)) {
                case GOOD, NO_ROWS -> false;
                case UNDECODABLE, UNFIT -> true;
                case REFUSED -> !skipped;
            };
        }

        List<Long> letters(SourcePartition partition, long end) {
            List<Long> letters = new ArrayList<>();
            for (long offset = 0; offset < end; offset++) {
                if (isLetter(partition, offset)) {
                    letters.add(offset);
                }
            }
            return letters;
        }

        PipelineOptions options() {
            BatchOptions batch =
                    new BatchOptions(maxRows, new DataSize(1 << 20), Duration.ofMillis(400), Duration.ofMillis(100));
            Optional<ErrorPolicy> own = skipped ? Optional.of(ErrorPolicy.SKIP) : Optional.empty();
            Optional<ErrorPolicy> none = Optional.empty();
            return PipelineOptions.defaults()
                    .withBatch(batch)
                    .withOnError(
                            new OnErrorOptions(ErrorPolicy.DEAD_LETTER, none, none, none, none, none, own),
                            new MaxDeadLetterOptions(100, 10_000));
        }
    }

    @Provide
    Arbitrary<Plan> plans() {
        Arbitrary<Fate> fate = Arbitraries.frequency(
                Tuple.of(30, Fate.GOOD),
                Tuple.of(3, Fate.NO_ROWS),
                Tuple.of(2, Fate.UNDECODABLE),
                Tuple.of(2, Fate.UNFIT),
                Tuple.of(2, Fate.REFUSED));
        return Combinators.combine(
                        fate.list().ofMaxSize(150).list().ofSize(2),
                        Arbitraries.integers().between(1, 80),
                        Arbitraries.of(true, false),
                        Arbitraries.of(true, false),
                        Arbitraries.of(true, false),
                        Arbitraries.longs().between(0, 1_000_000))
                .as(Plan::new);
    }

    @Property(tries = 150)
    void whatWasProducedIsRowsAndLettersEachOnce(@ForAll("plans") Plan plan) {
        RejectsRig rig = new RejectsRig(plan.seed, plan.partitions.size(), plan.queue, plan.options());
        produce(plan, rig);
        rig.sink.namesTheRecord = plan.named;
        rig.sink.bad = row -> plan.of(row.partition(), row.offset()) == Fate.REFUSED;
        rig.sink.moves = (partition, position) -> assertThat(letters(plan, rig, partition))
                .as("letters that are durable before %s moves to %d", partition, position)
                .containsAll(plan.letters(partition, position));
        rig.start();
        rig.runUntil(() -> rig.sink.attempts > 1 || isCommitted(rig));
        rig.sink.failuresLeft = 2;
        rig.queue.failNext(2, Code.AWAY);
        rig.runUntilCommitted();
        rig.stop();
        assertThat(rig.failure()).isNull();
        assertThat(rig.deaths).isEmpty();
        assertThat(rig.pipeline.health().inFlightBytes()).isZero();
        rig.topic.all().forEach(partition -> check(plan, rig, partition));
    }

    private static boolean isCommitted(RejectsRig rig) {
        return rig.topic.all().stream().allMatch(each -> rig.topic.committed(each) == rig.topic.end(each));
    }

    private static void produce(Plan plan, RejectsRig rig) {
        for (int number = 0; number < plan.partitions.size(); number++) {
            List<Fate> fates = plan.partitions.get(number);
            for (int offset = 0; offset < fates.size(); offset++) {
                switch (fates.get(offset)) {
                    case UNDECODABLE -> rig.topic.appendPoison(number);
                    case NO_ROWS -> rig.topic.appendSkipped(number, 1);
                    default -> rig.topic.append(number, 1);
                }
            }
        }
        rig.unfit = (partition, offset) -> plan.of(partition, offset) == Fate.UNFIT;
    }

    private static List<Long> letters(Plan plan, RejectsRig rig, SourcePartition partition) {
        List<RejectedRecord> all = plan.queue ? rig.queue.letters() : rig.sink.letters;
        return all.stream()
                .filter(letter -> letter.partition().equals(partition))
                .map(RejectedRecord::offset)
                .toList();
    }

    private static void check(Plan plan, RejectsRig rig, SourcePartition partition) {
        long end = rig.topic.end(partition);
        List<Long> first = new ArrayList<>();
        List<Long> second = new ArrayList<>();
        for (long offset = 0; offset < end; offset++) {
            if (plan.of(partition, offset) == Fate.GOOD) {
                int rows = FanOut.rowsOf(offset);
                first.add(offset);
                if (rows > 1) {
                    second.add(offset);
                }
                if (rows > 2) {
                    first.add(offset);
                }
            }
        }
        assertThat(rig.sink.of(partition, Target.DEFAULT)).isEqualTo(first);
        assertThat(rig.sink.of(partition, FanOut.OTHER)).isEqualTo(second);
        // To a queue, what the decoder gives up goes before the batch, and what the sink refuses after.
        List<Long> letters = letters(plan, rig, partition);
        assertThat(plan.queue ? letters.stream().sorted().toList() : letters).isEqualTo(plan.letters(partition, end));
        for (RejectedRecord letter : plan.queue ? rig.queue.letters() : rig.sink.letters) {
            assertThat(letter.stage()).isEqualTo(stage(plan.of(letter.partition(), letter.offset())));
            assertThat(letter.attempt()).isPositive();
        }
    }

    private static RejectStage stage(Fate fate) {
        return switch (fate) {
            case UNDECODABLE -> RejectStage.DECODE;
            case UNFIT -> RejectStage.TRANSFORM;
            default -> RejectStage.LOAD;
        };
    }
}
