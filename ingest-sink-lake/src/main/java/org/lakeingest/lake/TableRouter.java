package org.lakeingest.lake;

import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.lakeingest.api.Target;

/**
 * Which table rows go into: the one that the row itself names, else the one of {@code topic-tables}, else the option {@code table},
 * where <code>${topic}</code> stands for the topic. Thread-safe.
 */
final class TableRouter {
    private final @Nullable TableTemplate table;
    private final Map<String, TableName> topicTables;
    private final String database;
    private final Map<String, TableName> byTopic = new ConcurrentHashMap<>();
    private final Map<String, TableName> byTarget = new ConcurrentHashMap<>();

    private TableRouter(@Nullable TableTemplate table, Map<String, TableName> topicTables, String database) {
        this.table = table;
        this.topicTables = topicTables;
        this.database = database;
    }

    /**
     * Reads the options.
     *
     * @param table empty when every topic must be in the map
     * @throws IllegalArgumentException when one cannot be read; the message starts with the option's name
     */
    static TableRouter of(String table, Map<String, String> topicTables, String database) {
        if (table.isEmpty() && topicTables.isEmpty()) {
            throw new IllegalArgumentException("table must be set, or topic-tables");
        }
        Map<String, TableName> tables = new LinkedHashMap<>();
        topicTables.forEach((topic, name) -> {
            try {
                tables.put(topic, TableName.parse(name, database));
            } catch (IllegalArgumentException e) {
                throw new IllegalArgumentException("topic-tables: " + topic + ": " + e.getMessage(), e);
            }
        });
        return new TableRouter(
                table.isEmpty() ? null : TableTemplate.parse(table, database),
                Map.copyOf(tables),
                table.isEmpty()
                        ? database
                        : TableTemplate.parse(table, database).database());
    }

    /** For one table. */
    static TableRouter to(TableName only) {
        return new TableRouter(TableTemplate.of(only), Map.of(), only.database());
    }

    /**
     * The table of these rows.
     *
     * @param topic that the records came from
     * @throws LakeException when there is none
     */
    TableName table(String topic, Target target) {
        if (target.name().isEmpty()) {
            TableName known = byTopic.get(topic);
            return known == null ? byTopic.computeIfAbsent(topic, this::ofTopic) : known;
        }
        TableName known = byTarget.get(target.name());
        return known == null ? byTarget.computeIfAbsent(target.name(), this::ofTarget) : known;
    }

    /** The table of these rows, empty when there is none. */
    Optional<TableName> find(String topic, Target target) {
        try {
            return Optional.of(table(topic, target));
        } catch (LakeException e) {
            return Optional.empty();
        }
    }

    private TableName ofTopic(String topic) {
        TableName mapped = topicTables.get(topic);
        if (mapped != null) {
            return mapped;
        }
        if (table == null) {
            throw new LakeException(
                    LakeErrorCode.LAKE_NO_TABLE,
                    "the topic " + topic + " is not in topic-tables, and there is no option table for the others");
        }
        try {
            return table.of(topic);
        } catch (IllegalArgumentException e) {
            throw new LakeException(
                    LakeErrorCode.LAKE_NO_TABLE, 0, "the topic " + topic + " makes no table: " + e.getMessage(), e);
        }
    }

    private TableName ofTarget(String target) {
        try {
            return TableName.parse(target, database);
        } catch (IllegalArgumentException e) {
            throw new LakeException(
                    LakeErrorCode.LAKE_NO_TABLE, 0, "rows are bound for '" + target + "', which is no table", e);
        }
    }

    /** Of tables that are named without one. */
    String database() {
        return database;
    }

    /** The tables that are known before any row has come. */
    Set<TableName> known() {
        Set<TableName> known = new LinkedHashSet<>(topicTables.values());
        fixed().ifPresent(known::add);
        return known;
    }

    private Optional<TableName> fixed() {
        return table == null ? Optional.empty() : table.fixed();
    }

    /** The table of topics that have none of their own, qualified, with the placeholder; empty when there is none. */
    String others() {
        return table == null ? "" : table.qualified();
    }

    /** The tables of single topics, qualified. */
    Map<String, String> ofTopics() {
        Map<String, String> names = new LinkedHashMap<>();
        topicTables.forEach((topic, name) -> names.put(topic, name.toString()));
        return names;
    }

    /** How the tables are named in a message. */
    @Override
    public String toString() {
        String others = table == null ? "" : table.toString();
        if (topicTables.isEmpty()) {
            return others;
        }
        return topicTables.size() + " tables of topic-tables" + (others.isEmpty() ? "" : ", others in " + others);
    }
}
