package org.lakeingest.engine.progress;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.lakeingest.api.OffsetRange;
import org.lakeingest.api.SourcePartition;

/**
 * The tracker beside an oracle that remembers everything and computes each answer anew: every offset that is durable, in a bit
 * set, and every piece of work that is not. After each of half a million random operations both must answer alike.
 */
class InFlightTrackerModelTest {
    private static final int OPERATIONS = 500_000;
    private static final int PARTITIONS = 4;

    @Test
    void answersLikeAnOracleThatTracksEveryOffset() {
        for (long seed = 0; seed < 500; seed++) {
            Comparison comparison = new Comparison(seed);
            try {
                for (int i = 0; i < OPERATIONS / 500; i++) {
                    comparison.operate();
                    comparison.compare();
                }
                comparison.endEverything();
            } catch (AssertionError | RuntimeException e) {
                throw new AssertionError("seed " + seed, e);
            }
        }
    }

    /** One lease as the oracle sees it. */
    private static final class Ledger {
        final Lease lease;
        final BitSet done = new BitSet();
        int start;
        final List<Part> open = new ArrayList<>();
        int end;
        boolean active = true;
        boolean cut;

        @Nullable
        InFlightRange lastCut;

        Ledger(Lease lease, int start) {
            this.lease = lease;
            this.start = start;
            this.end = start;
        }

        /** The first offset that is not durable, up to the end. */
        int firstMissing() {
            return Math.min(end, done.nextClearBit(start));
        }

        /** The start of the first range, as it was polled, of which a piece is missing. */
        int position() {
            return open.stream()
                    .mapToInt(Part::polledFrom)
                    .filter(from -> from < end)
                    .min()
                    .orElse(end);
        }
    }

    /** One part of a range: what was polled began there, and it stands for these offsets of it. */
    private record Part(Ledger ledger, InFlightRange range, int polledFrom, int from, int to) {}

    private static final class Comparison {
        final Random dice;
        final Map<SourcePartition, Ledger> ledgers = new HashMap<>();
        final Map<SourcePartition, Integer> ends = new HashMap<>();
        final List<Part> parts = new ArrayList<>();
        long weight;
        final InFlightTracker tracker = new InFlightTracker((range, bytes) -> weight -= bytes);

        Comparison(long seed) {
            this.dice = new Random(seed);
        }

        SourcePartition partition() {
            return new SourcePartition("orders", "cluster/topic", dice.nextInt(PARTITIONS));
        }

        void operate() {
            SourcePartition partition = partition();
            Ledger ledger = ledgers.get(partition);
            switch (dice.nextInt(20)) {
                case 0 -> assign(partition);
                case 1 -> revoke(partition, ledger);
                case 2 -> lose(partition);
                case 3 -> cut();
                case 4, 5 -> split();
                case 6 -> drop();
                case 7, 8, 9, 10, 11 -> open(ledger);
                default -> complete();
            }
        }

        void assign(SourcePartition partition) {
            lose(partition);
            Lease lease = tracker.assign(partition, 0);
            Ledger ledger = new Ledger(lease, ends.getOrDefault(partition, 0));
            tracker.seek(lease, ledger.start);
            ledgers.put(partition, ledger);
        }

        void open(@Nullable Ledger ledger) {
            if (ledger == null || ledger.cut) {
                return;
            }
            int length = 1 + dice.nextInt(5);
            OffsetRange range = new OffsetRange(ledger.end, ledger.end + length);
            InFlightRange opened = tracker.open(ledger.lease, range, 10, 0);
            weight += 10;
            if (tracker.addWeight(opened, 3)) {
                weight += 3;
            }
            add(new Part(ledger, opened, ledger.end, ledger.end, ledger.end + length));
            ledger.end += length;
        }

        void split() {
            if (parts.isEmpty()) {
                return;
            }
            Part part = parts.remove(dice.nextInt(parts.size()));
            int middle = part.from() + (part.to() - part.from()) / 2;
            tracker.split(part.range(), 2);
            part.ledger().open.remove(part);
            add(new Part(part.ledger(), part.range(), part.polledFrom(), part.from(), middle));
            add(new Part(part.ledger(), part.range(), part.polledFrom(), middle, part.to()));
        }

        void add(Part part) {
            parts.add(part);
            part.ledger().open.add(part);
        }

        void complete() {
            if (parts.isEmpty()) {
                return;
            }
            Part part = parts.remove(dice.nextInt(parts.size()));
            assertThat(tracker.complete(part.range()))
                    .as("a completion counts while its lease lasts")
                    .isEqualTo(part.ledger().active);
            part.ledger().done.set(part.from(), part.to());
            part.ledger().open.remove(part);
        }

        /** A dropped part never becomes durable: the oracle keeps it open for ever, unless it is behind a cut. */
        void drop() {
            if (!parts.isEmpty() && dice.nextInt(10) == 0) {
                Part part = parts.remove(dice.nextInt(parts.size()));
                tracker.drop(part.range(), part.from());
                if (part.ledger().cut && part.from() >= part.ledger().end) {
                    part.ledger().open.remove(part);
                }
            }
        }

        /** At the start of a part, and what this lease has beyond is given up, as a lane does it. */
        void cut() {
            if (parts.isEmpty() || dice.nextInt(5) > 0) {
                return;
            }
            Part bad = parts.get(dice.nextInt(parts.size()));
            if (!bad.ledger().active || bad.from() == bad.to()) {
                return;
            }
            tracker.cut(bad.range(), bad.from());
            if (bad.from() < bad.ledger().end) {
                bad.ledger().cut = true;
                bad.ledger().lastCut = bad.range();
            }
            bad.ledger().end = Math.min(bad.ledger().end, bad.from());
        }

        void revoke(SourcePartition partition, @Nullable Ledger ledger) {
            OptionalLong position = tracker.revoke(partition);
            if (ledger == null) {
                assertThat(position).isEmpty();
                return;
            }
            assertThat(position).hasValue(ledger.position());
            ends.put(partition, (int) position.getAsLong());
            forget(partition);
        }

        void lose(SourcePartition partition) {
            tracker.lose(partition);
            forget(partition);
        }

        void forget(SourcePartition partition) {
            Ledger ledger = ledgers.remove(partition);
            if (ledger != null) {
                ledger.active = false;
            }
        }

        void compare() {
            boolean idle = true;
            for (Ledger ledger : ledgers.values()) {
                assertThat(tracker.committable(ledger.lease)).hasValue(ledger.position());
                assertThat(ledger.position())
                        .as("nothing missing is passed by")
                        .isLessThanOrEqualTo(ledger.firstMissing());
                boolean busy = parts.stream().anyMatch(part -> part.ledger() == ledger && counts(part));
                assertThat(tracker.isIdle(ledger.lease.partition())).isEqualTo(!busy);
                idle &= !busy;
            }
            assertThat(tracker.isIdle()).isEqualTo(idle);
        }

        /** What was polled behind a cut does not. */
        private static boolean counts(Part part) {
            return !part.ledger().cut || part.polledFrom() < part.ledger().end || part.range() == part.ledger().lastCut;
        }

        /** Every byte comes back, whatever became of its range. */
        void endEverything() {
            parts.forEach(part -> tracker.complete(part.range()));
            assertThat(weight).isZero();
        }
    }
}
