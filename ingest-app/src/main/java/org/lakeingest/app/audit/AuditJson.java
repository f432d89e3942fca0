package org.lakeingest.app.audit;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Locale;

/** An audit for programs; docs/delivery.md says what the fields are. */
public final class AuditJson {
    private static final ObjectMapper JSON = new ObjectMapper();

    private AuditJson() {}

    /** One object, over several lines. */
    public static String of(AuditReport report) {
        ObjectNode root = JSON.createObjectNode();
        root.put("pipeline", report.pipeline);
        root.put("verdict", lower(report.verdict()));
        root.put("positions", report.keptBySink ? "ledger" : "group");
        ArrayNode partitions = root.putArray("partitions");
        report.partitions.forEach(each -> partition(each, partitions.addObject()));
        ObjectNode total = root.putObject("total");
        total.put("rows", report.sum(each -> each.rows));
        total.put("explained", report.sum(PartitionReport::explained));
        total.put("lost", report.sum(each -> each.lost));
        total.put("unproven", report.sum(each -> each.unproven));
        total.put("doubled", report.sum(PartitionReport::doubled));
        total.put("in_flight", report.sum(each -> each.inFlight));
        ArrayNode findings = root.putArray("findings");
        for (Finding each : report.findings) {
            ObjectNode finding = findings.addObject();
            finding.put("kind", lower(each.kind()));
            finding.put("range", each.name());
            finding.put("topic", each.partition().stream());
            finding.put("partition", each.partition().number());
            finding.put("from", each.range().start());
            finding.put("to", each.range().end());
            finding.put("count", each.records());
        }
        root.put("more_findings", report.more);
        texts(root, "problems", report.problems);
        texts(root, "unchecked", report.unchecked);
        texts(root, "notes", report.remarks);
        try {
            return JSON.writerWithDefaultPrettyPrinter().writeValueAsString(root);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("texts and numbers can always be written", e);
        }
    }

    private static void partition(PartitionReport each, ObjectNode node) {
        node.put("topic", each.log.partition().stream());
        node.put("partition", each.log.partition().number());
        node.put("table", each.table);
        node.put("log_start", each.log.held().start());
        node.put("log_end", each.log.held().end());
        if (each.position >= 0) {
            node.put("position", each.position);
        }
        if (!each.counted) {
            return;
        }
        if (each.distinct > 0) {
            node.put("first", each.span.start());
            node.put("last", each.span.end() - 1);
        }
        node.put("rows", each.rows);
        node.put("gaps", each.gaps);
        node.put("lost", each.lost);
        node.put("doubled", each.doubled());
        node.put("in_flight", each.inFlight);
        ObjectNode explained = node.putObject("explained");
        explained.put("removed", each.removed);
        explained.put("no_record", each.absent);
        explained.put("no_row", each.filtered);
        explained.put("dead_letters", each.lettered);
        explained.put("skipped", each.rejected);
        node.put("elsewhere", each.elsewhere);
        node.put("unproven", each.unproven);
    }

    private static void texts(ObjectNode node, String name, List<String> texts) {
        ArrayNode array = node.putArray(name);
        texts.forEach(array::add);
    }

    private static String lower(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT);
    }
}
