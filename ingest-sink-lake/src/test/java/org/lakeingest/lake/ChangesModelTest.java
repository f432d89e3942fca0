package org.lakeingest.lake;

import static org.assertj.core.api.Assertions.assertThat;
import static org.lakeingest.lake.KeyedFixture.schema;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.ShrinkingMode;
import net.jqwik.api.Tag;
import net.jqwik.api.Tuple;
import net.jqwik.api.lifecycle.AfterContainer;
import net.jqwik.api.lifecycle.BeforeContainer;
import org.jspecify.annotations.Nullable;
import org.lakeingest.api.ColumnType.Kind;
import org.lakeingest.api.RowBatch;
import org.lakeingest.api.Schema;
import org.lakeingest.api.SinkWriter;
import org.lakeingest.api.WriteBatch;
import org.lakeingest.lake.keyed.Partitions;
import org.lakeingest.testkit.RowBatches;

/** Random changes over two partitions, written in random groups and again, against a map that they are applied to. */
class ChangesModelTest {
    private static final TestLake LAKE = new TestLake();
    private static final AtomicInteger TABLES = new AtomicInteger();
    private static final Schema UPSERT =
            schema("id", Kind.INT64, "_op", Kind.STRING, "_version", Kind.INT64, "a", Kind.STRING);
    private static final Schema DELETE = schema("id", Kind.INT64, "_op", Kind.STRING, "_version", Kind.INT64);

    @BeforeContainer
    static void startLake() {
        LAKE.start();
    }

    @AfterContainer
    static void stopLake() {
        LAKE.stop();
    }

    /**
     * One record.
     *
     * @param newKey another key for a change of the key, which is a delete of the old one besides
     */
    record Change(int partition, int key, int newKey, int version, boolean deletes) {}

    /**
     * Changes written together.
     *
     * @param repeat how many groups back one is written once more afterwards; 0 for none
     */
    record Group(List<Change> changes, int repeat) {}

    @Provide
    Arbitrary<List<Group>> groups() {
        Arbitrary<Integer> keys = Arbitraries.integers().between(1, 5);
        Arbitrary<Change> changes = Combinators.combine(
                        Arbitraries.integers().between(0, 1),
                        keys,
                        Arbitraries.frequencyOf(Tuple.of(4, Arbitraries.just(0)), Tuple.of(1, keys)),
                        Arbitraries.integers().between(1, 9),
                        Arbitraries.of(false, false, true))
                .as(Change::new);
        return Combinators.combine(
                        changes.list().ofMinSize(1).ofMaxSize(12),
                        Arbitraries.integers().between(0, 3))
                .as(Group::new)
                .list()
                .ofMinSize(1)
                .ofMaxSize(6);
    }

    /** What is known of a key: the newest change. */
    record Known(
            long version,
            int partition,
            long offset,
            @Nullable String value) {
        boolean isOlderThan(Known other) {
            if (version != other.version) {
                return version < other.version;
            }
            long mine = Partitions.mark(Batches.partition(partition));
            long others = Partitions.mark(Batches.partition(other.partition));
            return mine != others ? Long.compareUnsigned(mine, others) < 0 : offset <= other.offset;
        }

        @Override
        public String toString() {
            return version + "|" + (value == null ? "deleted" : value);
        }
    }

    /** Makes the write batches of a history, and tells an oracle of each change. */
    private static final class History {
        private final int[] next = new int[2];
        private final List<List<WriteBatch>> groups = new ArrayList<>();
        private int texts;

        interface Oracle {
            void apply(int key, Known change);
        }

        List<WriteBatch> add(List<Change> changes, Oracle oracle) {
            List<WriteBatch> batches = new ArrayList<>();
            for (int partition = 0; partition < 2; partition++) {
                int start = next[partition];
                List<RowBatch> rows = new ArrayList<>();
                for (Change change : changes) {
                    if (change.partition == partition) {
                        add(change, next[partition]++, rows, oracle);
                    }
                }
                if (!rows.isEmpty()) {
                    batches.add(Batches.of(partition, start, next[partition] - start, rows.toArray(new RowBatch[0])));
                }
            }
            groups.add(batches);
            return batches;
        }

        private void add(Change change, int offset, List<RowBatch> rows, Oracle oracle) {
            boolean moves = change.newKey != 0 && change.newKey != change.key;
            if (change.deletes || moves) {
                rows.add(at(DELETE, change.partition, offset)
                        .row(change.key, "d", change.version)
                        .build());
                oracle.apply(change.key, new Known(change.version, change.partition, offset, null));
            }
            if (!change.deletes) {
                String text = "text " + texts++;
                int key = moves ? change.newKey : change.key;
                rows.add(at(UPSERT, change.partition, offset)
                        .row(key, "u", change.version, text)
                        .build());
                oracle.apply(key, new Known(change.version, change.partition, offset, text));
            }
        }

        private static RowBatches at(Schema schema, int partition, int offset) {
            return RowBatches.of(schema).at(Batches.partition(partition), offset);
        }
    }

    private static SinkFixture sink(String table, LakeSinkConfig.Delete delete) {
        SinkFixture fixture = KeyedFixture.sink(LAKE, LakeSinkConfig.LoadMode.MERGE, table, "id");
        fixture.delete = delete;
        return fixture;
    }

    private static void write(SinkWriter writer, List<WriteBatch> batches) {
        KeyedFixture.put(writer, batches.toArray(new WriteBatch[0]));
    }

    private static Map<Integer, String> table(String name, String deleted) {
        Map<Integer, String> rows = new TreeMap<>();
        for (List<@Nullable String> row : LAKE.rows("SELECT id, _version, a, " + deleted + " FROM " + LAKE.sql(name))) {
            String value = "1".equals(row.get(3)) ? "deleted" : row.get(2);
            String twice = rows.put(Integer.valueOf(String.valueOf(row.get(0))), row.get(1) + "|" + value);
            assertThat(twice).as("key " + row.get(0) + " is there once").isNull();
        }
        rows.remove(0);
        return rows;
    }

    /** The first row makes the table, so that no delete comes before it. */
    private static void create(SinkWriter writer, History history) {
        write(writer, history.add(List.of(new Change(0, 0, 0, 1, false)), (key, change) -> {}));
    }

    /** Whatever the order, and however often: what counts is the newest change. */
    @Property(tries = 6, shrinking = ShrinkingMode.OFF)
    void softDeletesEndAsTheNewestChangesWhateverTheOrder(@ForAll("groups") List<Group> groups) {
        String name = "soft" + TABLES.incrementAndGet();
        Map<Integer, Known> oracle = new TreeMap<>();
        History history = new History();
        try (SinkFixture fixture = sink(name, LakeSinkConfig.Delete.SOFT)) {
            SinkWriter writer = fixture.writer();
            create(writer, history);
            for (Group group : groups) {
                write(
                        writer,
                        history.add(
                                group.changes,
                                (key, change) ->
                                        oracle.merge(key, change, (old, now) -> now.isOlderThan(old) ? old : now)));
                int back = history.groups.size() - group.repeat;
                if (group.repeat > 0 && back >= 0) {
                    write(writer, history.groups.get(back));
                }
            }
            Map<Integer, String> expected = new TreeMap<>();
            oracle.forEach((key, known) -> expected.put(key, known.toString()));
            assertThat(table(name, "_deleted")).isEqualTo(expected);
        }
    }

    /** Versions that ascend, as those of a database do; every group may come twice before the next. */
    @Property(tries = 6, shrinking = ShrinkingMode.OFF)
    void hardDeletesEndAsTheSourceWhenGroupsAreRepeated(@ForAll("groups") List<Group> groups) {
        String name = "hard" + TABLES.incrementAndGet();
        Map<Integer, String> oracle = new TreeMap<>();
        History history = new History();
        int version = 10;
        try (SinkFixture fixture = sink(name, LakeSinkConfig.Delete.HARD)) {
            SinkWriter writer = fixture.writer();
            create(writer, history);
            for (Group group : groups) {
                List<Change> ascending = new ArrayList<>();
                for (int partition = 0; partition < 2; partition++) {
                    for (Change change : group.changes) {
                        if (change.partition == partition) {
                            ascending.add(new Change(partition, change.key, change.newKey, version++, change.deletes));
                        }
                    }
                }
                List<WriteBatch> batches = history.add(ascending, (key, change) -> {
                    if (change.value == null) {
                        oracle.remove(key);
                    } else {
                        oracle.put(key, change.toString());
                    }
                });
                write(writer, batches);
                if (group.repeat > 0) {
                    write(writer, batches);
                }
            }
            assertThat(table(name, "false")).isEqualTo(oracle);
        }
    }

    @Tag("full")
    @Property(tries = 150, shrinking = ShrinkingMode.OFF)
    void softDeletesInManyHistories(@ForAll("groups") List<Group> groups) {
        softDeletesEndAsTheNewestChangesWhateverTheOrder(groups);
    }

    @Tag("full")
    @Property(tries = 150, shrinking = ShrinkingMode.OFF)
    void hardDeletesInManyHistories(@ForAll("groups") List<Group> groups) {
        hardDeletesEndAsTheSourceWhenGroupsAreRepeated(groups);
    }
}
