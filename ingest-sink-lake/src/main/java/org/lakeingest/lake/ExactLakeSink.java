package org.lakeingest.lake;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.lakeingest.api.ExplainsDelivery;
import org.lakeingest.api.KnowsTargets;
import org.lakeingest.api.PluginContext;
import org.lakeingest.api.Target;
import org.lakeingest.api.TargetColumns;
import org.lakeingest.api.TransactionalSink;
import org.lakeingest.api.TransactionalWriter;
import org.lakeingest.api.WriterContext;
import org.lakeingest.lake.ledger.ClaimDesk;
import org.lakeingest.lake.ledger.CommitSettings;
import org.lakeingest.lake.ledger.GroupCommitter;
import org.lakeingest.lake.ledger.LedgerCodes;
import org.lakeingest.lake.ledger.LedgerGuards;
import org.lakeingest.lake.ledger.LedgerTiming;
import org.lakeingest.lake.ledger.Maintainer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The sink {@code lake}, exactly once: positions move in the transaction that loads the rows. */
class ExactLakeSink implements TransactionalSink, KnowsTargets, ExplainsDelivery {
    private static final Logger LOG = LoggerFactory.getLogger(ExactLakeSink.class);

    private static final LedgerCodes CODES = new LedgerCodes(
            LakeErrorCode.LAKE_FENCED,
            LakeErrorCode.LAKE_NOT_APPLIED,
            LakeErrorCode.LAKE_CLOSED,
            LakeErrorCode.LAKE_TABLE_REPLACED,
            LakeErrorCode.LAKE_LEDGER_FOREIGN,
            LakeErrorCode.LAKE_ROWS_DIFFER,
            LakeErrorCode.LAKE_CONFLICT);

    private final LakeSink base;
    private final LakeSinkConfig config;
    private final PluginContext context;
    private final String run;
    private final TableName ledger;
    private final LedgerGuards guards;
    private final @Nullable LetterFiles letters;
    private final AtomicBoolean closed = new AtomicBoolean();
    private final List<TransactionalWriter> writers = new CopyOnWriteArrayList<>();
    private @Nullable ClaimDesk desk;
    private @Nullable Maintainer maintainer;

    /**
     * Makes a sink; no I/O.
     *
     * @param guards all of them, except in tests that show what each is for
     * @param letters null where dead letters go elsewhere
     */
    ExactLakeSink(
            LakeSinkConfig config,
            PluginContext context,
            String run,
            LedgerGuards guards,
            @Nullable LetterFiles letters) {
        this.base = new LakeSink(config, context, run);
        this.config = config;
        this.context = context;
        this.run = run;
        this.ledger = LedgerTable.name(config, context.pipelineName());
        this.guards = guards;
        this.letters = letters;
    }

    @Override
    public Optional<TargetColumns> columnsOf(String stream, Target target) {
        return base.columnsOf(stream, target);
    }

    @Override
    public boolean takesPartialRows() {
        return base.takesPartialRows();
    }

    @Override
    public void expect(Set<String> streams) {
        base.expect(streams);
    }

    @Override
    public String deliveryReason() {
        String why = context.delivery().isPresent() ? "delivery asks for it" : "the default with load: " + load();
        return why + "; they are in the ledger " + ledger;
    }

    private String load() {
        return config.load().name().toLowerCase(Locale.ROOT);
    }

    /** May be called again after a failure. */
    @Override
    public void open() {
        base.prepare();
        LakeAccess access = base.access(closed::get);
        LakeLedger lake = new LakeLedger(access, ledger, LedgerIdentity.of(config, context), context.source(), letters);
        try {
            // Before a table is made in the place of one that could still be restored.
            lake.owner().look().join();
        } catch (RuntimeException e) {
            throw LakeException.inContext("Cannot go on", e);
        }
        base.open();
        openLetters(access);
        try {
            lake.owner().open().join();
        } catch (RuntimeException e) {
            throw LakeException.inContext("Cannot keep positions in " + ledger, withWaysOut(LakeException.of(e)));
        }
        LOG.info("Positions are kept in the ledger {}", ledger);
        CommitSettings settings = new CommitSettings(
                CODES,
                LedgerTiming.system(),
                context.metrics(),
                config.ledger().tablesPerTransaction(),
                config.ledger().filesPerTransaction(),
                guards);
        GroupCommitter committer = new GroupCommitter(lake, settings);
        synchronized (this) {
            desk = new ClaimDesk(lake, committer, settings, run);
            maintainer = new Maintainer(
                    lake, committer, settings.timing(), run, config.ledger().maintenanceInterval());
            maintainer.start();
        }
    }

    private void openLetters(LakeAccess access) {
        LetterFiles files = letters;
        if (files == null) {
            return;
        }
        try {
            access.tables().plan(files.sample()).join();
        } catch (RuntimeException e) {
            throw LakeException.inContext("Cannot keep dead letters in " + files.table(), LakeException.of(e));
        }
        LOG.info("Dead letters go to {}, in the transactions that write the rows", files.table());
    }

    /** Who has not asked for a ledger may not know what it is for. */
    private LakeException withWaysOut(LakeException reason) {
        if (reason.code() != LakeErrorCode.LAKE_PERMISSION || context.delivery().isPresent()) {
            return reason;
        }
        return new LakeException(
                reason.code(),
                reason.serverCode(),
                reason.getMessage() + "; exactly-once delivery, the default with load: " + load()
                        + ", needs that table: let the user create it, or set delivery: at-least-once",
                reason);
    }

    @Override
    public synchronized TransactionalWriter openWriter(WriterContext writerContext) {
        ClaimDesk open = desk;
        if (open == null) {
            throw new IllegalStateException("The sink is not open");
        }
        TransactionalWriter writer = new ExactLakeWriter(open);
        writers.add(writer);
        return writer;
    }

    @Override
    public void close() {
        closed.set(true);
        synchronized (this) {
            if (maintainer != null) {
                maintainer.close();
            }
        }
        writers.forEach(TransactionalWriter::close);
        base.close();
    }
}
