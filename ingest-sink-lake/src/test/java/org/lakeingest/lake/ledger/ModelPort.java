package org.lakeingest.lake.ledger;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.lakeingest.api.ErrorCode;
import org.lakeingest.api.ErrorKind;
import org.lakeingest.api.IngestException;
import org.lakeingest.api.SourcePartition;
import org.lakeingest.api.WriteBatch;

/**
 * One process's way to the model. Statements whose moment matters wait until the exploration runs them; those that see and change
 * nothing of others run at once.
 */
final class ModelPort implements LedgerLake, LedgerTiming {
    /** Error codes of the model. */
    enum Code implements ErrorCode {
        FENCED(ErrorKind.FENCED),
        NOT_APPLIED(ErrorKind.TRANSIENT),
        CLOSED(ErrorKind.TRANSIENT),
        REPLACED(ErrorKind.CONFIGURATION),
        FOREIGN(ErrorKind.CONFIGURATION),
        ROWS_DIFFER(ErrorKind.INTERNAL),
        CONFLICT(ErrorKind.TRANSIENT),
        LOST(ErrorKind.INDETERMINATE),
        REFUSED(ErrorKind.RECORD),
        AWAY(ErrorKind.TRANSIENT),
        BROKEN(ErrorKind.INTERNAL);

        private final ErrorKind kind;

        Code(ErrorKind kind) {
            this.kind = kind;
        }

        @Override
        public ErrorKind kind() {
            return kind;
        }
    }

    static final LedgerCodes CODES = new LedgerCodes(
            Code.FENCED, Code.NOT_APPLIED, Code.CLOSED, Code.REPLACED, Code.FOREIGN, Code.ROWS_DIFFER, Code.CONFLICT);

    /** A statement that waits. */
    record Step(String what, boolean commit, Runnable run, Runnable execute, Runnable lose) {}

    final Deque<Step> steps = new ArrayDeque<>();
    boolean idsMatter;
    private final ModelLake lake;
    private long nanos;
    private boolean firstLook;

    ModelPort(ModelLake lake) {
        this.lake = lake;
    }

    /** The next look at the ledger only finds out which rows are missing, and none is. */
    void claiming() {
        firstLook = true;
    }

    private <T> CompletableFuture<T> later(String what, Supplier<T> action) {
        CompletableFuture<T> answer = new CompletableFuture<>();
        steps.add(new Step(what, false, () -> answer.complete(action.get()), () -> {}, () -> {}));
        return answer;
    }

    @Override
    public String ledger() {
        return ModelLake.LEDGER;
    }

    @Override
    public CompletableFuture<LedgerTransaction> begin() {
        return CompletableFuture.completedFuture(new Transaction());
    }

    @Override
    public CompletableFuture<List<LedgerRow>> rows() {
        if (firstLook) {
            firstLook = false;
            return CompletableFuture.completedFuture(lake.rows());
        }
        return later("rows", lake::rows);
    }

    @Override
    public CompletableFuture<Void> admit(Set<SourcePartition> partitions) {
        return CompletableFuture.completedFuture(null);
    }

    @Override
    public CompletableFuture<Void> claim(Set<SourcePartition> partitions, String owner) {
        return later("claim", () -> {
            lake.claim(partitions, owner);
            return null;
        });
    }

    @Override
    public CompletableFuture<Map<String, String>> ids(Set<String> tables) {
        return idsMatter ? later("ids", lake::ids) : CompletableFuture.completedFuture(lake.ids());
    }

    @Override
    public CompletableFuture<List<StagedFile>> stage(List<WriteBatch> batches) {
        return CompletableFuture.completedFuture(List.of(ModelFile.of(batches)));
    }

    @Override
    public void discard(List<StagedFile> files) {}

    @Override
    public CompletableFuture<Boolean> lease(String run, Duration length) {
        return CompletableFuture.completedFuture(false);
    }

    @Override
    public CompletableFuture<Long> segments(String table) {
        return CompletableFuture.completedFuture(0L);
    }

    @Override
    public CompletableFuture<Void> compact(String table) {
        return CompletableFuture.completedFuture(null);
    }

    @Override
    public CompletableFuture<Void> purge() {
        return CompletableFuture.completedFuture(null);
    }

    @Override
    public void discardRun(String run) {}

    @Override
    public long nanos() {
        return nanos;
    }

    @Override
    public void after(Duration delay, Runnable task) {
        nanos += delay.toNanos();
        task.run();
    }

    @Override
    public double random() {
        return 0.5;
    }

    private final class Transaction implements LedgerTransaction {
        private ModelLake.@Nullable Change change;

        private ModelLake.Change change() {
            ModelLake.Change now = change == null ? new ModelLake.Change(lake.target) : change;
            change = now;
            return now;
        }

        @Override
        public CompletableFuture<Long> move(List<LedgerMove> moves, Map<String, String> tables, LedgerGuards guards) {
            return later("move", () -> lake.move(change(), moves, tables, guards));
        }

        /** An append conflicts with nothing; which table it goes to is settled now. */
        @Override
        public CompletableFuture<Long> load(List<StagedFile> files) {
            ModelLake.Change now = change();
            now.target = lake.target;
            long rows = 0;
            for (StagedFile file : files) {
                now.files.add((ModelFile) file);
                rows += file.rows();
            }
            return CompletableFuture.completedFuture(rows);
        }

        @Override
        public CompletableFuture<Void> touch() {
            throw new IllegalStateException("nothing is missing in the model");
        }

        @Override
        public CompletableFuture<Set<SourcePartition>> known(Set<SourcePartition> partitions) {
            throw new IllegalStateException("nothing is missing in the model");
        }

        @Override
        public CompletableFuture<Void> add(List<LedgerRow> rows) {
            throw new IllegalStateException("nothing is missing in the model");
        }

        @Override
        public CompletableFuture<Void> commit() {
            CompletableFuture<Void> answer = new CompletableFuture<>();
            ModelLake.Change mine = change();
            steps.add(new Step(
                    "commit",
                    true,
                    () -> {
                        if (lake.commit(mine)) {
                            answer.complete(null);
                        } else {
                            answer.completeExceptionally(new IngestException(Code.CONFLICT, "a segment is gone"));
                        }
                    },
                    () -> lake.commit(mine),
                    () -> answer.completeExceptionally(new IngestException(Code.LOST, "no answer"))));
            return answer;
        }

        @Override
        public CompletableFuture<Void> rollback() {
            change = null;
            return CompletableFuture.completedFuture(null);
        }
    }
}
