package org.lakeingest.lake;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.BooleanSupplier;
import org.lakeingest.lake.encode.EncodedFile;
import org.lakeingest.lake.encode.FileEncoder;

/** Finds the table of a file, and encodes it on the engine's pool. Thread-safe. */
final class FilePreparer {
    private final TableManager tables;
    private final FileEncoder encoder;
    private final Executor cpu;
    private final String stage;
    private final String folder;
    private final BooleanSupplier closed;

    /**
     * Makes a preparer.
     *
     * @param folder of the files of this run
     * @param closed whether encoding anything is still worth while
     */
    FilePreparer(
            TableManager tables,
            FileEncoder encoder,
            Executor cpu,
            String stage,
            String folder,
            BooleanSupplier closed) {
        this.tables = tables;
        this.encoder = encoder;
        this.cpu = cpu;
        this.stage = stage;
        this.folder = folder;
        this.closed = closed;
    }

    CompletableFuture<TablePlan> plan(PackedFile file) {
        return tables.plan(file);
    }

    ReadyFile withoutContent(PackedFile file, TablePlan plan) {
        return new ReadyFile(file, plan, path(file), null);
    }

    CompletableFuture<ReadyFile> encode(PackedFile file) {
        return plan(file).thenCompose(plan -> {
            CompletableFuture<ReadyFile> ready = new CompletableFuture<>();
            cpu.execute(() -> {
                try {
                    ready.complete(encoded(file, plan));
                } catch (RuntimeException e) {
                    ready.completeExceptionally(e);
                } catch (Error e) {
                    ready.completeExceptionally(e);
                    // A heap that is full is the business of whoever owns the thread.
                    throw e;
                }
            });
            return ready;
        });
    }

    private ReadyFile encoded(PackedFile file, TablePlan plan) {
        if (closed.getAsBoolean()) {
            throw new LakeException(LakeErrorCode.LAKE_CLOSED, "the sink is closed");
        }
        EncodedFile content = encoder.encode(file.batches(), plan.layout());
        if (content.rows() != file.rows()) {
            throw new LakeException(
                    LakeErrorCode.LAKE_UNEXPECTED, content.rows() + " rows were encoded of " + file.rows());
        }
        return new ReadyFile(file, plan, path(file), content);
    }

    private StagePath path(PackedFile file) {
        return new StagePath(stage, folder, file.name() + "." + encoder.extension());
    }

    /** Waits for all, then fails with the first failure in order or returns all. */
    static CompletableFuture<List<ReadyFile>> all(List<CompletableFuture<ReadyFile>> files) {
        return CompletableFuture.allOf(files.toArray(new CompletableFuture<?>[0]))
                .thenApply(done -> {
                    List<ReadyFile> ready = new ArrayList<>(files.size());
                    for (CompletableFuture<ReadyFile> file : files) {
                        ready.add(file.join());
                    }
                    return ready;
                });
    }
}
