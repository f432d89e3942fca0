package org.lakeingest.lake.ledger;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.lakeingest.api.IngestException;
import org.lakeingest.api.SourcePartition;
import org.lakeingest.api.WriteBatch;
import org.lakeingest.lake.ledger.ModelPort.Code;

/**
 * A lake that does at once what it is asked, unless a test says what becomes of the next statement of a kind, and that keeps what
 * it was asked for, in order. It knows which files are in the stage. One thread.
 */
final class ScriptedLedger implements LedgerLake {
    static final String LEDGER = "ledger";
    static final String TABLE = "rows";

    /** What becomes of one statement. */
    static final class Turn {
        private final CompletableFuture<Void> gate = new CompletableFuture<>();
        private Runnable before = () -> {};
        private boolean applied = true;

        @Nullable
        IngestException failure;

        @Nullable
        RuntimeException thrown;

        @Nullable
        Object instead;

        /** It happens now. */
        void go() {
            gate.complete(null);
        }

        /** It fails now, and nothing has happened. */
        void fail(IngestException reason) {
            failure = reason;
            applied = false;
            go();
        }

        @SuppressWarnings("unchecked") // the test gives what the statement answers
        private <T> T play(Supplier<T> effect) {
            before.run();
            if (failure != null) {
                if (applied) {
                    var unused = effect.get();
                }
                throw failure;
            }
            T value = effect.get();
            return instead == null ? value : (T) instead;
        }
    }

    /** A staged file. */
    record File(int number, String table, Object form, long rows, List<WriteBatch> batches) implements StagedFile {}

    /** Kind of statement and what it is about. */
    final List<String> asked = new ArrayList<>();

    final List<LedgerRow> ledger = new ArrayList<>();
    final Map<String, String> ids = new HashMap<>(Map.of(LEDGER, "l0", TABLE, "t0"));
    final Map<SourcePartition, LedgerMove> moved = new TreeMap<>((a, b) -> Integer.compare(a.number(), b.number()));

    /** Files that are there. */
    final Set<StagedFile> stage = new LinkedHashSet<>();

    /** Files that were removed or loaded although they were not there. */
    final List<StagedFile> wrong = new ArrayList<>();

    /** Offsets of rows that are refused by whatever loads them. */
    final Set<Long> refused = new HashSet<>();

    /** Names of the tables that the files of some batches are for. */
    Function<List<WriteBatch>, List<String>> tables = batches -> List.of(TABLE);

    /** How many each table has. */
    long segments;

    private final Map<String, Deque<Turn>> turns = new HashMap<>();
    private int files;

    /** The next one that was not spoken of waits until the test lets it go on. */
    Turn hold(String kind) {
        Turn turn = new Turn();
        turns.computeIfAbsent(kind, any -> new ArrayDeque<>()).add(turn);
        return turn;
    }

    void fail(String kind, Code code) {
        hold(kind).fail(failure(code));
    }

    static IngestException failure(Code code) {
        return new IngestException(code, "the lake says " + code);
    }

    /** It happens, but the answer is a failure. */
    void lose(String kind) {
        Turn turn = hold(kind);
        turn.failure = failure(Code.LOST);
        turn.go();
    }

    /** Does not even return a future. */
    void throwing(String kind, RuntimeException thrown) {
        hold(kind).thrown = thrown;
    }

    /** It happens, and the answer is this one. */
    void answer(String kind, Object answer) {
        Turn turn = hold(kind);
        turn.instead = answer;
        turn.go();
    }

    /** Just before it happens. */
    void before(String kind, Runnable action) {
        Turn turn = hold(kind);
        turn.before = action;
        turn.go();
    }

    /** What was asked, of these kinds. */
    List<String> asked(String... kinds) {
        Set<String> wanted = Set.of(kinds);
        return asked.stream()
                .filter(text -> wanted.contains(text.split(" ", 2)[0]))
                .toList();
    }

    long count(String kind) {
        return asked(kind).size();
    }

    private <T> CompletableFuture<T> ask(String kind, String what, Supplier<T> effect) {
        asked.add(what.isEmpty() ? kind : kind + " " + what);
        Deque<Turn> left = turns.get(kind);
        Turn turn = left == null ? null : left.poll();
        if (turn != null && turn.thrown != null) {
            throw turn.thrown;
        }
        CompletableFuture<Void> gate = turn == null ? CompletableFuture.completedFuture(null) : turn.gate;
        return gate.thenApply(go -> turn == null ? effect.get() : turn.play(effect));
    }

    private CompletableFuture<Void> does(String kind, String what, Runnable effect) {
        return ask(kind, what, () -> {
            effect.run();
            return null;
        });
    }

    @Override
    public String ledger() {
        return LEDGER;
    }

    @Override
    public CompletableFuture<LedgerTransaction> begin() {
        return ask("begin", "", Transaction::new);
    }

    @Override
    public CompletableFuture<List<LedgerRow>> rows() {
        return ask("rows", "", () -> List.copyOf(ledger));
    }

    @Override
    public CompletableFuture<Void> admit(Set<SourcePartition> partitions) {
        return does("admit", LedgerBatches.numbers(partitions), () -> {});
    }

    @Override
    public CompletableFuture<Void> claim(Set<SourcePartition> partitions, String owner) {
        return does(
                "claim",
                LedgerBatches.numbers(partitions) + " " + owner,
                () -> ledger.replaceAll(row -> partitions.contains(row.partition()) ? claimed(row, owner) : row));
    }

    private static LedgerRow claimed(LedgerRow row, String owner) {
        return new LedgerRow(row.partition(), row.next(), row.leaderEpoch(), row.epoch() + 1, owner, row.tables());
    }

    @Override
    public CompletableFuture<Map<String, String>> ids(Set<String> names) {
        return ask("ids", String.join(" ", new TreeSet<>(names)), () -> {
            Map<String, String> known = new HashMap<>(ids);
            known.keySet().retainAll(names);
            return known;
        });
    }

    @Override
    public CompletableFuture<List<StagedFile>> stage(List<WriteBatch> batches) {
        return ask("stage", LedgerBatches.names(batches), () -> {
            List<StagedFile> made = new ArrayList<>();
            long rows = batches.stream().mapToLong(WriteBatch::rowCount).sum();
            tables.apply(batches).forEach(table -> made.add(new File(++files, table, "", rows, batches)));
            stage.addAll(made);
            return made;
        });
    }

    @Override
    public void discard(List<StagedFile> unwanted) {
        asked.add("discard " + numbers(unwanted));
        unwanted.stream().filter(file -> !stage.remove(file)).forEach(wrong::add);
    }

    private static String numbers(List<StagedFile> some) {
        return some.stream().map(file -> String.valueOf(((File) file).number())).collect(Collectors.joining(" "));
    }

    @Override
    public CompletableFuture<Boolean> lease(String run, Duration length) {
        return ask("lease", run + " " + length, () -> true);
    }

    @Override
    public CompletableFuture<Long> segments(String table) {
        return ask("segments", table, () -> segments);
    }

    /** As the lake does, not more than a thousand at a time. */
    @Override
    public CompletableFuture<Void> compact(String table) {
        return does("compact", table, () -> segments -= Math.min(segments, 1_000));
    }

    @Override
    public CompletableFuture<Void> purge() {
        return does("purge", "", () -> {});
    }

    @Override
    public void discardRun(String run) {
        asked.add("discardRun " + run);
    }

    private final class Transaction implements LedgerTransaction {
        private final Map<SourcePartition, LedgerRow> changed = new HashMap<>();
        private final List<StagedFile> loaded = new ArrayList<>();
        private final List<LedgerRow> added = new ArrayList<>();

        @Override
        public CompletableFuture<Long> move(List<LedgerMove> moves, Map<String, String> names, LedgerGuards guards) {
            String what = moves.stream()
                    .map(move -> move.partition().number() + "[" + move.range().start() + ","
                            + move.range().end() + ")")
                    .collect(Collectors.joining(" "));
            return ask("move", what, () -> {
                for (LedgerMove move : moves) {
                    moved.put(move.partition(), move);
                    ledger.stream().filter(row -> isFree(row, move)).forEach(row -> {
                        long end = move.range().end();
                        changed.put(
                                row.partition(),
                                new LedgerRow(
                                        row.partition(), end, move.leaderEpoch(), row.epoch(), row.owner(), names));
                    });
                }
                return (long) changed.size();
            });
        }

        private static boolean isFree(LedgerRow row, LedgerMove move) {
            return row.partition().equals(move.partition())
                    && row.owner().equals(move.owner())
                    && row.epoch() == move.epoch()
                    && (row.next() == LedgerRow.UNSET
                            || row.next() == move.range().start());
        }

        @Override
        public CompletableFuture<Long> load(List<StagedFile> some) {
            return ask("load", some.get(0).table() + " " + numbers(some), () -> {
                long rows = 0;
                for (StagedFile file : some) {
                    if (!stage.contains(file)) {
                        wrong.add(file);
                    }
                    rows += file.rows();
                    boolean bad = ((File) file)
                            .batches().stream()
                                    .anyMatch(batch -> refused.stream().anyMatch(batch.range()::contains));
                    if (bad) {
                        throw new IngestException(Code.REFUSED, "a value is refused");
                    }
                }
                loaded.addAll(some);
                return rows;
            });
        }

        @Override
        public CompletableFuture<Void> touch() {
            return does("touch", "", () -> {});
        }

        @Override
        public CompletableFuture<Set<SourcePartition>> known(Set<SourcePartition> partitions) {
            return ask(
                    "known",
                    LedgerBatches.numbers(partitions),
                    () -> ledger.stream()
                            .map(LedgerRow::partition)
                            .filter(partitions::contains)
                            .collect(Collectors.toSet()));
        }

        @Override
        public CompletableFuture<Void> add(List<LedgerRow> rows) {
            String what = LedgerBatches.numbers(
                    rows.stream().map(LedgerRow::partition).toList());
            return does("add", what, () -> added.addAll(rows));
        }

        @Override
        public CompletableFuture<Void> commit() {
            return does("commit", "", () -> {
                ledger.replaceAll(row -> changed.getOrDefault(row.partition(), row));
                ledger.addAll(added);
                loaded.forEach(stage::remove);
            });
        }

        @Override
        public CompletableFuture<Void> rollback() {
            return does("rollback", "", () -> {});
        }
    }
}
