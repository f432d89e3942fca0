package org.lakeingest.lake.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.lakeingest.api.SourcePartition;
import org.slf4j.LoggerFactory;

/**
 * The protocol's own classes against a model of a lake, in every order in which two processes' statements can reach it, with a
 * crash after every statement, lost answers, and commits that happen after their client gave them up.
 */
class LedgerModelTest {
    private static final int MOST_STEPS = 60;

    /** What may go wrong, once in each run. */
    private enum Fault {
        NONE,
        CRASH,
        LOST_COMMIT,
        LATE_COMMIT,
        REPLACED_TABLE
    }

    /**
     * What is explored.
     *
     * @param takes how many of the partitions each process claims, the last ones
     */
    private record World(int partitions, int batches, List<Integer> takes, Fault fault, LedgerGuards guards) {}

    private record Found(long runs, @Nullable String problem) {}

    private static Found explore(World world) {
        Choices choices = new Choices();
        long runs = 0;
        do {
            runs++;
            String problem = new Run(world, choices).play();
            if (problem != null) {
                return new Found(runs, problem + " after " + choices);
            }
        } while (choices.advance());
        return new Found(runs, null);
    }

    private static final class Run {
        private final World world;
        private final Choices choices;
        private final ModelLake lake;
        private final List<ModelOwner> owners = new ArrayList<>();
        private final Deque<ModelPort.Step> late = new ArrayDeque<>();
        private boolean faulty;

        Run(World world, Choices choices) {
            this.world = world;
            this.choices = choices;
            Set<SourcePartition> partitions = IntStream.range(0, world.partitions)
                    .mapToObj(number -> new SourcePartition("log", "id", number))
                    .collect(Collectors.toSet());
            lake = new ModelLake(partitions);
            for (int takes : world.takes) {
                Set<SourcePartition> own = partitions.stream()
                        .filter(partition -> partition.number() >= world.partitions - takes)
                        .collect(Collectors.toSet());
                ModelOwner owner = new ModelOwner("o" + owners.size(), lake, own, world.batches, world.guards);
                owner.port.idsMatter = world.fault == Fault.REPLACED_TABLE;
                owners.add(owner);
            }
        }

        @Nullable
        String play() {
            owners.forEach(ModelOwner::start);
            for (int step = 0; step < MOST_STEPS; step++) {
                List<Runnable> possible = possible();
                if (possible.isEmpty()) {
                    return problem() == null ? unfinished() : problem();
                }
                possible.get(choices.next(possible.size())).run();
                String problem = problem();
                if (problem != null) {
                    return problem;
                }
            }
            return null;
        }

        private List<Runnable> possible() {
            List<Runnable> possible = new ArrayList<>();
            for (ModelOwner owner : owners) {
                ModelPort.Step step = owner.port.steps.peek();
                if (!owner.crashed && step != null) {
                    possible.add(() -> owner.port.steps.remove().run().run());
                }
            }
            if (!late.isEmpty()) {
                possible.add(() -> late.remove().execute().run());
            }
            if (!faulty) {
                faults(owners.get(0), possible);
            }
            return possible;
        }

        /** The first process is the one that fails. */
        private void faults(ModelOwner owner, List<Runnable> possible) {
            ModelPort.Step step = owner.port.steps.peek();
            if (step == null) {
                return;
            }
            if (world.fault == Fault.CRASH) {
                possible.add(() -> {
                    faulty = true;
                    owner.crashed = true;
                });
            } else if (world.fault == Fault.REPLACED_TABLE) {
                possible.add(() -> {
                    faulty = true;
                    lake.replaceTarget();
                });
            } else if (step.commit() && world.fault != Fault.NONE) {
                possible.add(() -> {
                    faulty = true;
                    owner.port.steps.remove();
                    if (world.fault == Fault.LOST_COMMIT) {
                        step.execute().run();
                    } else {
                        late.add(step);
                    }
                    step.lose().run();
                });
            }
        }

        private @Nullable String problem() {
            for (ModelOwner owner : owners) {
                if (owner.missing != null) {
                    return owner.missing + " was called durable and is not there";
                }
            }
            return lake.problem(faulty && world.fault == Fault.REPLACED_TABLE);
        }

        /** Whoever was not disturbed gets to the end. */
        private @Nullable String unfinished() {
            if (world.fault == Fault.REPLACED_TABLE) {
                return null;
            }
            boolean anyEnd = owners.stream().anyMatch(ModelOwner::finished);
            boolean allFenced = owners.stream().allMatch(owner -> owner.fenced || owner.crashed);
            return anyEnd || allFenced ? null : "nobody got to the end";
        }
    }

    private static final List<Integer> BOTH = List.of(2, 2);
    private static final List<Integer> ONE_OF_TWO = List.of(2, 1);

    private static void assertNoProblem(int batches, List<Integer> takes, Fault fault) {
        Found found = explore(new World(2, batches, takes, fault, LedgerGuards.ALL));
        assertThat(found.problem).as("after %d runs", found.runs).isNull();
        assertThat(found.runs).isGreaterThan(100);
        LoggerFactory.getLogger(LedgerModelTest.class).info("{} of {} batches: {} runs", fault, batches, found.runs);
    }

    @Test
    void everyOrderOfTwoProcessesIsExact() {
        assertNoProblem(3, BOTH, Fault.NONE);
        assertNoProblem(2, ONE_OF_TWO, Fault.NONE);
    }

    @Test
    void aCrashAfterAnyStatementIsHarmless() {
        assertNoProblem(3, BOTH, Fault.CRASH);
        assertNoProblem(2, ONE_OF_TWO, Fault.CRASH);
    }

    @Test
    void aCommitWhoseAnswerIsLostIsSettledFromTheLedger() {
        assertNoProblem(2, BOTH, Fault.LOST_COMMIT);
    }

    @Test
    void aCommitThatHappensAfterItWasGivenUpIsHarmless() {
        assertNoProblem(2, BOTH, Fault.LATE_COMMIT);
    }

    @Test
    void rowsInATableThatWasReplacedAreNeverCalledDurable() {
        Found found = explore(new World(1, 3, List.of(1), Fault.REPLACED_TABLE, LedgerGuards.ALL));
        assertThat(found.problem).isNull();
        assertThat(found.runs).isGreaterThan(10);
    }

    @Test
    @Tag("full")
    void theSameWithThreeBatches() {
        assertNoProblem(3, ONE_OF_TWO, Fault.NONE);
        assertNoProblem(3, ONE_OF_TWO, Fault.CRASH);
    }

    @Test
    void withoutFencingAStaleWriterIsFound() {
        LedgerGuards noFencing = new LedgerGuards(true, false, true);
        assertThat(explore(new World(2, 3, BOTH, Fault.NONE, noFencing)).problem)
                .contains("under a claim that was not the newest");
    }

    @Test
    void withoutComparingPositionsADoubleIsFound() {
        LedgerGuards noPosition = new LedgerGuards(false, true, true);
        assertThat(explore(new World(2, 2, BOTH, Fault.LATE_COMMIT, noPosition)).problem)
                .contains("a gap or a double");
    }

    @Test
    void withoutLookingAtIdentitiesALossIsFound() {
        LedgerGuards noIdentity = new LedgerGuards(true, true, false);
        assertThat(explore(new World(1, 2, List.of(1), Fault.REPLACED_TABLE, noIdentity)).problem)
                .contains("was called durable and is not there");
    }
}
