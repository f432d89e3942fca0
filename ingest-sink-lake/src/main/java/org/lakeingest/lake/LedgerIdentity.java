package org.lakeingest.lake;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.lakeingest.api.PluginContext;
import org.lakeingest.api.SourceIdentity;

/**
 * What tells a pipeline from any other that might use its ledger, kept in the ledger's own row. Topics are not a part of it, since
 * their list changes; where the rows of a topic go is, once there are some. Immutable.
 *
 * @param group of the source, in which its readers share the work; empty when the source has none
 * @param cluster that was read; empty before the first claim, and when the source does not tell
 * @param table for all topics that have none of their own; empty when there is none
 * @param rawTable beside it; empty for most layouts
 * @param topicTables of single topics
 */
record LedgerIdentity(
        String pipeline, String group, String cluster, String table, String rawTable, Map<String, String> topicTables) {
    /** How a difference of clusters starts. */
    static final String CLUSTER = "the cluster ";

    private static final String PLACEHOLDER = "${topic}";
    private static final String ARROW = " -> ";

    LedgerIdentity {
        topicTables = Map.copyOf(topicTables);
    }

    static LedgerIdentity of(LakeSinkConfig config, PluginContext context) {
        TableRouter router = config.router();
        return new LedgerIdentity(
                line(context.pipelineName()),
                line(context.source().map(SourceIdentity::group).orElse("")),
                "",
                line(router.others()),
                line(config.rawTableName().map(TableName::toString).orElse("")),
                router.ofTopics());
    }

    private static String line(String text) {
        return text.replaceAll("\\p{Cntrl}", "?");
    }

    LedgerIdentity in(String itsCluster) {
        return new LedgerIdentity(pipeline, group, line(itsCluster), table, rawTable, topicTables);
    }

    /** Reads what {@link #text} wrote; empty when it is empty, as after somebody has given the ledger away. */
    static Optional<LedgerIdentity> parse(String text) {
        if (text.isBlank()) {
            return Optional.empty();
        }
        Map<String, String> parts = new TreeMap<>();
        Map<String, String> topics = new TreeMap<>();
        for (String line : text.split("\n", -1)) {
            int space = line.indexOf(' ');
            String name = space < 0 ? line : line.substring(0, space);
            String value = space < 0 ? "" : line.substring(space + 1);
            int arrow = value.lastIndexOf(ARROW);
            if (name.equals("topic") && arrow > 0) {
                topics.put(value.substring(0, arrow), value.substring(arrow + ARROW.length()));
            } else {
                parts.put(name, value);
            }
        }
        return Optional.of(new LedgerIdentity(
                parts.getOrDefault("pipeline", ""),
                parts.getOrDefault("group", ""),
                parts.getOrDefault("cluster", ""),
                parts.getOrDefault("table", ""),
                parts.getOrDefault("raw-table", ""),
                topics));
    }

    /** A line for each part, for the ledger and for who reads it. */
    String text() {
        List<String> lines = new ArrayList<>();
        add(lines, "pipeline", pipeline);
        add(lines, "group", group);
        add(lines, "cluster", cluster);
        add(lines, "table", table);
        add(lines, "raw-table", rawTable);
        new TreeMap<>(topicTables).forEach((topic, name) -> add(lines, "topic", topic + ARROW + name));
        return String.join("\n", lines);
    }

    private static void add(List<String> lines, String name, String value) {
        if (!value.isEmpty()) {
            lines.add(name + " " + line(value));
        }
    }

    /**
     * What is other in a pipeline than in the one whose ledger this is; empty when it may use it.
     *
     * @param read the topics it reads
     * @param written the topics that the ledger has positions of
     */
    Optional<String> difference(LedgerIdentity other, Set<String> read, Set<String> written) {
        if (!pipeline.equals(other.pipeline)) {
            return Optional.of(differ("pipeline", pipeline, other.pipeline));
        }
        if (!group.equals(other.group)) {
            return Optional.of(differ("consumer group", group, other.group));
        }
        if (!cluster.isEmpty() && !other.cluster.isEmpty() && !cluster.equals(other.cluster)) {
            return Optional.of(differ("cluster", cluster, other.cluster));
        }
        if (!table.isEmpty() && !table.equals(other.table)) {
            return Optional.of(differ("table", table, other.table));
        }
        if (!rawTable.isEmpty() && !rawTable.equals(other.rawTable)) {
            return Optional.of(differ("raw-table", rawTable, other.rawTable));
        }
        for (String topic : read) {
            String before = topicTables.containsKey(topic) || written.contains(topic) ? of(topic) : "";
            if (!before.isEmpty() && !before.equals(other.of(topic))) {
                return Optional.of(differ("table of topic " + topic, before, other.of(topic)));
            }
        }
        return Optional.empty();
    }

    private static String differ(String what, String here, String there) {
        return "the " + what + " " + named(here) + ", and this pipeline has " + named(there);
    }

    private static String named(String name) {
        return name.isEmpty() ? "(none)" : name;
    }

    private String of(String topic) {
        String own = topicTables.get(topic);
        return own == null ? table.replace(PLACEHOLDER, topic) : own;
    }

    /** The same pipeline with what another start of it has added; tables of topics that it does not read any more are kept. */
    LedgerIdentity with(LedgerIdentity newer) {
        Map<String, String> topics = new TreeMap<>(topicTables);
        topics.putAll(newer.topicTables);
        return new LedgerIdentity(
                pipeline, group, cluster.isEmpty() ? newer.cluster : cluster, newer.table, newer.rawTable, topics);
    }
}
