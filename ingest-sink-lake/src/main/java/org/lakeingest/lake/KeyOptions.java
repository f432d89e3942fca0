package org.lakeingest.lake;

import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.lakeingest.api.ColumnType;
import org.lakeingest.api.Metrics;
import org.lakeingest.api.PluginContext;
import org.lakeingest.api.Schema;
import org.lakeingest.lake.LakeSinkConfig.Layout;
import org.lakeingest.lake.LakeSinkConfig.LoadMode;
import org.lakeingest.lake.keyed.ChangeColumns;
import org.lakeingest.lake.keyed.KeyRules;

/** Which keys go with which layout and load mode. */
final class KeyOptions {
    /** Tells records apart whatever topics share the table, and however often a topic is made anew. */
    static final List<String> ANY_RECORD = List.of("koffset", "kpartition", "uuid");

    /** Tells the records of one topic apart. */
    static final List<String> ONE_TOPIC = List.of("koffset", "kpartition");

    /** Column of the table that says where the last change of a row lies. */
    static final String POSITION = "_position";

    /** Column of versions where no other is named; rows need not have it. */
    static final String VERSION = "_version";

    private KeyOptions() {}

    /** Messages start with the option's name. */
    static void check(Layout layout, LoadMode load, List<String> key) {
        if (load != LoadMode.REPLACE && load != LoadMode.MERGE) {
            if (!key.isEmpty()) {
                throw new IllegalArgumentException(
                        "key is for load replace and merge; leave it out, or set one of them");
            }
            return;
        }
        if (load == LoadMode.MERGE && layout == Layout.RAW) {
            throw new IllegalArgumentException("load merge needs layout columns");
        }
        if (layout == Layout.RAW) {
            if (!key.isEmpty() && !same(key, ANY_RECORD) && !same(key, ONE_TOPIC)) {
                throw new IllegalArgumentException(
                        "key must be koffset, kpartition, uuid or koffset, kpartition with layout raw, not " + key);
            }
        } else if (key.isEmpty()) {
            throw new IllegalArgumentException("key must name the columns that tell rows apart, with layout columns");
        }
        Set<String> names = new HashSet<>();
        for (String name : key) {
            if (name.isBlank() || !names.add(name)) {
                throw new IllegalArgumentException("key must name columns, each once, not " + key);
            }
        }
    }

    /** The columns that load merge makes or takes away must be told apart. */
    static void checkColumns(LoadMode load, List<String> columns) {
        Set<String> names = new HashSet<>(Set.of(POSITION));
        for (String name : columns) {
            if (load == LoadMode.MERGE && (name.isBlank() || !names.add(SqlIdentifier.fold(name)))) {
                throw new IllegalArgumentException(
                        "version-column must name another column than op-column and deleted-column, and none of them "
                                + POSITION);
            }
        }
    }

    private static boolean same(List<String> key, List<String> expected) {
        return key.size() == expected.size() && Set.copyOf(key).equals(Set.copyOf(expected));
    }

    /** The key in force. */
    static List<String> of(LakeSinkConfig config) {
        return config.key().isEmpty() && config.layout() == Layout.RAW ? ANY_RECORD : config.key();
    }

    static ChangeColumns changeColumns(LakeSinkConfig config) {
        return new ChangeColumns(config.opColumn(), config.versionColumn(), POSITION, config.deletedColumn());
    }

    /**
     * A row that is compared need not have a version. The merge keeps positions and marks of deletion, reads the operation, and leaves
     * alone whatever a change does not mention.
     */
    static OwnColumns ownColumns(LakeSinkConfig config) {
        Set<String> optional = needsVersion(config) ? Set.of() : Set.of(VERSION);
        if (config.load() == LoadMode.REPLACE) {
            return new OwnColumns(Set.of(), List.of(), optional::contains);
        }
        if (config.load() != LoadMode.MERGE) {
            return OwnColumns.NONE;
        }
        Set<String> hidden = new HashSet<>(own(config));
        hidden.add(config.opColumn());
        Schema.Field op = new Schema.Field(config.opColumn(), ColumnType.of(ColumnType.Kind.STRING), true);
        return new OwnColumns(hidden, List.of(op), any -> true);
    }

    /** What the merge fills by itself. */
    private static Set<String> own(LakeSinkConfig config) {
        return config.delete() == LakeSinkConfig.Delete.SOFT
                ? Set.of(POSITION, config.deletedColumn())
                : Set.of(POSITION);
    }

    /** Who names a column for versions has them in each row. */
    private static boolean needsVersion(LakeSinkConfig config) {
        return !config.versionColumn().equals(VERSION);
    }

    /** What the keyed loads of all writers share. */
    static KeyedLoad.Rules rules(LakeSinkConfig config, PluginContext context) {
        KeyedLoad.Way rows = rows(config, context);
        KeyedLoad.Way messages = new KeyedLoad.Way(new ReplaceStatement(ANY_RECORD), new RawChoice(false));
        Optional<TableName> rawTable = config.rawTableName();
        return new KeyedLoad.Rules(
                table -> rawTable.isPresent() && table.equals(rawTable.get()) ? messages : rows,
                new TableTurns(),
                context.cpu(),
                config.purges());
    }

    private static KeyedLoad.Way rows(LakeSinkConfig config, PluginContext context) {
        List<String> key = of(config);
        if (config.load() == LoadMode.MERGE) {
            boolean soft = config.delete() == LakeSinkConfig.Delete.SOFT;
            ChangeColumns names = changeColumns(config);
            KeyRules rules =
                    new KeyRules(key, names.version(), needsVersion(config), names.op(), own(config), false, !soft);
            ChangeChoice changes = new ChangeChoice(rules, names);
            Metrics.Counter stale = context.metrics()
                    .counter("rows.stale", "Changes that changed nothing, since a newer one was stored.");
            return new KeyedLoad.Way(new MergeStatement(key, names, soft, changes::isVersioned, stale), changes);
        }
        RowChoice choice = config.layout() == Layout.RAW
                ? new RawChoice(!key.contains("uuid"))
                : new KeyedChoice(KeyRules.replacing(key, config.versionColumn(), needsVersion(config)));
        return new KeyedLoad.Way(new ReplaceStatement(key), choice);
    }
}
