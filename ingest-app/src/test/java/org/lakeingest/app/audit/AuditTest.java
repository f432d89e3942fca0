package org.lakeingest.app.audit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.lakeingest.api.OffsetRange;
import org.lakeingest.app.audit.PlantedPartition.Entry;

final class AuditTest {
    private static final AuditOptions ALL = new AuditOptions(Set.of(), 0, false, false, 1_000_000);
    private static final int WHOLE = 1_000;

    private static PlantedPartition whole(int records) {
        int[] rows = new int[records];
        Arrays.fill(rows, 1);
        return new PlantedPartition(Collections.nCopies(records, Entry.RECORD), rows, 0, records);
    }

    private static List<String> names(AuditReport report) {
        return report.findings.stream()
                .map(each -> each.kind() + " " + each.name() + " " + each.records())
                .toList();
    }

    @Test
    void whatIsCompleteIsClean() {
        AuditReport report = whole(100).audit(ALL, WHOLE);

        assertThat(report.verdict()).isEqualTo(AuditReport.Verdict.CLEAN);
        assertThat(AuditText.of(report)).contains("orders/3", "Clean");
    }

    @Test
    void plantedLossesAndDoublesAreNamed() {
        PlantedPartition planted = whole(100);
        Arrays.fill(planted.rows, 0, 2, 0);
        Arrays.fill(planted.rows, 40, 45, 0);
        planted.rows[60] = 3;
        planted.rows[61] = 2;
        planted.rows[99] = 0;

        AuditReport report = planted.audit(ALL, WHOLE);

        assertThat(names(report))
                .containsExactly(
                        "LOST orders/3/0-2 2",
                        "LOST orders/3/40-45 5",
                        "LOST orders/3/99-100 1",
                        "DOUBLED orders/3/60-62 2");
        assertThat(report.verdict()).isEqualTo(AuditReport.Verdict.FINDINGS);
        assertThat(AuditText.of(report)).contains("8 records lost, 3 rows too many");
        assertThat(AuditJson.of(report))
                .contains("\"range\" : \"orders/3/40-45\"", "\"verdict\" : \"findings\"", "\"doubled\" : 3");
    }

    @Test
    void anEmptyTableHasLostEverythingBelowThePosition() {
        PlantedPartition planted = new PlantedPartition(Collections.nCopies(50, Entry.RECORD), new int[50], 10, 30);

        assertThat(names(planted.audit(ALL, WHOLE))).containsExactly("LOST orders/3/10-30 20");
    }

    @Test
    void nothingIsJudgedBeforeTheFirstOffsetThatIsWanted() {
        PlantedPartition planted = whole(100);
        Arrays.fill(planted.rows, 10, 20, 0);

        AuditOptions later = new AuditOptions(Set.of(), 20, false, false, 10);
        assertThat(planted.audit(later, WHOLE).verdict()).isEqualTo(AuditReport.Verdict.CLEAN);
        assertThat(names(planted.audit(new AuditOptions(Set.of("orders/3"), 15, false, false, 10), WHOLE)))
                .containsExactly("LOST orders/3/15-20 5");
    }

    @Test
    void aPartitionThatDoesNotExistIsNotCalledClean() {
        AuditReport report = whole(5).audit(new AuditOptions(Set.of("orders/4"), 0, false, false, 10), WHOLE);

        assertThat(report.verdict()).isEqualTo(AuditReport.Verdict.INCOMPLETE);
    }

    @Test
    void aTableThatCannotBeComparedIsNotCalledClean() {
        PlantedPartition planted = whole(5);
        planted.obstacle = "its rows do not say where they came from";

        AuditReport report = planted.audit(ALL, WHOLE);

        assertThat(report.verdict()).isEqualTo(AuditReport.Verdict.INCOMPLETE);
        assertThat(AuditText.of(report)).contains("UNCHECKED  rows cannot be compared in t: its rows");
    }

    @Test
    void positionsBeyondTheLogAndCommitsAheadOfTheLedgerAreFound() {
        int[] rows = new int[20];
        Arrays.fill(rows, 1);
        PlantedPartition cut = new PlantedPartition(Collections.nCopies(12, Entry.RECORD), rows, 0, 18);
        cut.kept = 16L;

        assertThat(names(cut.audit(ALL, WHOLE)))
                .containsExactly("AHEAD orders/3/16-18 2", "TRUNCATED orders/3/12-16 4");
    }

    @Test
    void deadLettersAreNoLoss() {
        PlantedPartition planted = whole(100);
        Arrays.fill(planted.rows, 10, 13, 0);
        planted.letters.add(10L);
        planted.letters.add(12L);

        AuditReport report = planted.audit(ALL, WHOLE);

        assertThat(names(report)).containsExactly("LOST orders/3/11-12 1");
        assertThat(report.partitions.get(0).lettered).isEqualTo(2);
    }

    @Test
    void whatThePipelineCanDoNothingWithIsLostUnlessItMaySkipIt() {
        List<Entry> log = new ArrayList<>(Collections.nCopies(20, Entry.RECORD));
        log.set(7, Entry.BAD);
        int[] rows = new int[20];
        Arrays.fill(rows, 1);
        rows[7] = 0;
        PlantedPartition planted = new PlantedPartition(log, rows, 0, 20);

        assertThat(names(planted.audit(ALL, WHOLE))).containsExactly("LOST orders/3/7-8 1");
        assertThat(planted.audit(new AuditOptions(Set.of(), 0, true, false, 10), WHOLE)
                        .verdict())
                .isEqualTo(AuditReport.Verdict.CLEAN);
    }

    /** The row may have been refused by the lake and left out; nothing is left that says so. */
    @Test
    void whatMayHaveBeenSkippedByTheLoadIsNeitherLostNorClean() {
        PlantedPartition planted = whole(100);
        Arrays.fill(planted.rows, 40, 45, 0);

        AuditReport report = planted.audit(new AuditOptions(Set.of(), 0, false, true, 10), WHOLE);

        assertThat(report.findings).isEmpty();
        assertThat(report.verdict()).isEqualTo(AuditReport.Verdict.INCOMPLETE);
        assertThat(report.partitions.get(0).lost).isZero();
        assertThat(report.partitions.get(0).unproven).isEqualTo(5);
        assertThat(AuditText.of(report)).contains("UNCHECKED  5 records have no row");
        assertThat(AuditJson.of(report)).contains("\"unproven\" : 5");
    }

    @Test
    void whatTheDecoderMayGiveUpForTheSakeOfColumnsIsUnproven() {
        PlantedPartition planted = whole(10);
        planted.rows[4] = 0;
        planted.remark = "rows have columns in another table";

        AuditReport skipping = planted.audit(new AuditOptions(Set.of(), 0, true, false, 10), WHOLE);

        assertThat(skipping.partitions.get(0).unproven).isEqualTo(1);
        assertThat(names(planted.audit(ALL, WHOLE))).containsExactly("LOST orders/3/4-5 1");
    }

    @Test
    void findingsAreNamedUpToTheLimitAndCountedBeyondIt() {
        PlantedPartition planted = whole(100);
        for (int offset = 0; offset < 100; offset += 2) {
            planted.rows[offset] = 0;
        }

        AuditReport report = planted.audit(new AuditOptions(Set.of(), 0, false, false, 3), WHOLE);

        assertThat(report.findings).hasSize(3);
        assertThat(report.more).isTrue();
        assertThat(report.partitions.get(0).lost).isEqualTo(50);
    }

    @Property
    void exactlyWhatWasPlantedIsFound(
            @ForAll @IntRange(min = 0, max = 300) int size,
            @ForAll @IntRange(min = 0, max = 60) int holes,
            @ForAll @IntRange(min = 1, max = 5) int page,
            @ForAll long seed) {
        Random random = new Random(seed);
        List<Entry> log = new ArrayList<>();
        int[] rows = new int[size];
        for (int offset = 0; offset < size; offset++) {
            int kind = random.nextInt(100);
            log.add(kind < holes ? Entry.MARKER : kind < holes + 5 ? Entry.FILTERED : Entry.RECORD);
            rows[offset] = log.get(offset) == Entry.RECORD ? 1 : 0;
        }
        int plants = random.nextInt(4);
        for (int i = 0; i < plants && size > 0; i++) {
            int from = random.nextInt(size);
            int to = Math.min(size, from + 1 + random.nextInt(20));
            int count = random.nextBoolean() ? 0 : 2 + random.nextInt(2);
            for (int offset = from; offset < to; offset++) {
                rows[offset] = log.get(offset) == Entry.RECORD ? count : 0;
            }
        }
        int start = size == 0 ? 0 : random.nextInt(size) / 2;
        int position = size == 0 ? 0 : start + random.nextInt(size - start + 1);
        PlantedPartition planted = new PlantedPartition(log, rows, start, position);

        check(planted, planted.audit(ALL, page));
    }

    private static void check(PlantedPartition planted, AuditReport report) {
        PartitionReport partition = report.partitions.get(0);
        long lost = 0;
        long extra = 0;
        boolean[] named = named(planted, report);
        for (int offset = 0; offset < planted.rows.length; offset++) {
            boolean below = offset < planted.position;
            boolean missing = below
                    && offset >= planted.logStart
                    && planted.log.get(offset) == Entry.RECORD
                    && planted.rows[offset] == 0;
            boolean doubled = below && planted.rows[offset] > 1;
            lost += missing ? 1 : 0;
            extra += doubled ? planted.rows[offset] - 1 : 0;
            assertThat(missing || doubled).as("offset %d is named", offset).isEqualTo(named[offset]);
        }
        assertThat(partition.lost).isEqualTo(lost);
        assertThat(partition.doubled()).isEqualTo(extra);
        assertThat(report.verdict() == AuditReport.Verdict.CLEAN).isEqualTo(lost + extra == 0);
        long from = partition.distinct == 0
                ? Math.min(planted.logStart, planted.position)
                : Math.min(planted.logStart, partition.span.start());
        assertThat(partition.distinct + partition.lost + partition.explained())
                .as("every offset is accounted for")
                .isEqualTo(planted.position - from);
    }

    /** Offsets that findings name; of those that were lost, the ones with a record. */
    private static boolean[] named(PlantedPartition planted, AuditReport report) {
        boolean[] named = new boolean[planted.rows.length];
        for (Finding finding : report.findings) {
            OffsetRange range = finding.range();
            for (int offset = (int) range.start(); offset < range.end(); offset++) {
                if (finding.kind() == Finding.Kind.LOST) {
                    assertThat(planted.rows[offset]).as("rows in a lost range").isZero();
                }
                named[offset] |= finding.kind() == Finding.Kind.DOUBLED || planted.log.get(offset) == Entry.RECORD;
            }
        }
        return named;
    }
}
