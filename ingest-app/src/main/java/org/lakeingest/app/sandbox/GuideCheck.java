package org.lakeingest.app.sandbox;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.lakeingest.app.admin.ProcessMetrics;
import org.lakeingest.app.audit.AuditReport;
import org.lakeingest.sandbox.LoadGenerator;
import org.lakeingest.sandbox.Topics;

/** What came of a run, by the word of the lake, the broker and the metrics page, against what must be. Confined to one thread. */
final class GuideCheck {
    private static final String SEQUENCE = "raw_data['sequence']::UInt64";
    private static final double MIB = 1 << 20;

    private final SandboxPlan plan;
    private final SandboxPlan.Names names;
    private final List<Row> rows = new ArrayList<>();
    private final List<String> measured = new ArrayList<>();

    private record Row(String what, String expected, String found) {
        boolean right() {
            return expected.equals(found);
        }
    }

    GuideCheck(SandboxPlan plan, SandboxPlan.Names names) {
        this.plan = plan;
        this.names = names;
    }

    void askLake(LakeQuery lake) throws InterruptedException {
        List<String> found = lake.rows("SELECT count(*) AS total_rows, count(DISTINCT " + SEQUENCE
                        + ") AS distinct_sequences, min(" + SEQUENCE + ") AS min_sequence, max(" + SEQUENCE
                        + ") AS max_sequence FROM " + names.table())
                .get(0);
        rows.add(new Row("total rows", String.valueOf(plan.messages()), found.get(0)));
        rows.add(new Row("distinct sequences", String.valueOf(plan.messages()), found.get(1)));
        rows.add(new Row("min sequence", "0", found.get(2)));
        rows.add(new Row("max sequence", String.valueOf(plan.messages() - 1), found.get(3)));
        Map<String, String> counts = new TreeMap<>();
        for (List<String> row : lake.rows("SELECT kpartition, count(*) AS rows FROM " + names.table()
                + " GROUP BY kpartition ORDER BY kpartition")) {
            counts.put(row.get(0), row.get(1));
        }
        plan.expectedRows().forEach((partition, expected) -> {
            String count = counts.remove(String.valueOf(partition));
            rows.add(new Row("rows of partition " + partition, String.valueOf(expected), count == null ? "0" : count));
        });
        counts.forEach((partition, count) -> rows.add(new Row("rows of partition " + partition, "0", count)));
    }

    void askBroker(Topics topics) {
        for (Topics.GroupPosition position :
                topics.lag(names.group(), names.topic()).values()) {
            rows.add(new Row("lag of partition " + position.partition(), "0", String.valueOf(position.lag())));
        }
    }

    /** The same question as those above, asked offset by offset. */
    void askAudit(AuditReport audit) {
        rows.add(new Row("records lost, by ingest audit", "0", String.valueOf(audit.lost())));
        rows.add(new Row("rows too many, by ingest audit", "0", String.valueOf(audit.doubled())));
    }

    void askMetrics(SandboxPipeline pipeline) throws InterruptedException {
        rows.add(new Row(
                "ingest_rows_total",
                String.valueOf(plan.messages()),
                String.valueOf(pipeline.counter("ingest_rows_total"))));
        rows.add(new Row("ingest_errors_total", "0", String.valueOf(pipeline.counter("ingest_errors_total"))));
    }

    void measured(Duration expansion, LoadGenerator.Result first, LoadGenerator.Result second, double seconds) {
        add("from alter to full assignment", "%.1f s", expansion.toMillis() / 1e3);
        add("produce rate before the expansion", "%.0f msg/s", first.rate());
        add("produce rate after the expansion", "%.0f msg/s", second.rate());
        if (ManagementFactory.getOperatingSystemMXBean() instanceof OperatingSystemMXBean system) {
            add("CPU time of broker, lake and pipeline", "%.1f s", system.getProcessCpuTime() / 1e9);
        }
        add("peak memory of all three", "%.0f MiB", ProcessMetrics.peakMemory() / MIB);
        add("whole run", "%.1f s", seconds);
    }

    private void add(String what, String format, double value) {
        measured.add(String.format(Locale.ROOT, "  %-38s %18s", what, String.format(Locale.ROOT, format, value)));
    }

    boolean allRight() {
        return rows.stream().allMatch(Row::right);
    }

    String table() {
        List<String> lines = new ArrayList<>();
        lines.add("");
        lines.add(String.format(Locale.ROOT, "  %-38s %18s %18s", "CHECK", "EXPECTED", "FOUND"));
        for (Row row : rows) {
            lines.add(String.format(
                    Locale.ROOT,
                    "  %-38s %18s %18s  %s",
                    row.what(),
                    row.expected(),
                    row.found(),
                    row.right() ? "ok" : "WRONG"));
        }
        lines.add("");
        lines.addAll(measured);
        lines.add("");
        lines.add(
                allRight()
                        ? "  All right: nothing lost, nothing doubled."
                        : "  NOT RIGHT: see the lines marked WRONG.");
        return String.join(System.lineSeparator(), lines);
    }
}
