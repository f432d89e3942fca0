package org.lakeingest.app.wiring;

import com.google.inject.CreationException;
import com.google.inject.Guice;
import com.google.inject.Injector;
import com.google.inject.ProvisionException;
import com.google.inject.Stage;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.jvm.JvmGcMetrics;
import java.util.Arrays;
import java.util.stream.Collectors;
import org.lakeingest.api.ExplainsDelivery;
import org.lakeingest.api.IngestException;
import org.lakeingest.api.RejectStage;
import org.lakeingest.api.Sink;
import org.lakeingest.api.StoresDeadLetters;
import org.lakeingest.api.TransactionalSink;
import org.lakeingest.app.PipelineComponent;
import org.lakeingest.app.PipelineSettings;
import org.lakeingest.app.admin.AdminServer;
import org.lakeingest.app.flat.FlatReport;
import org.lakeingest.engine.ErrorPolicy;
import org.lakeingest.engine.OnErrorOptions;
import org.lakeingest.engine.Pipeline;
import org.lakeingest.engine.PipelineRuntime;

/**
 * A pipeline with its metrics and health, as `ingest run` starts it. Life: {@link #start} once; the pipeline ends by itself or by
 * {@link Pipeline#stop}, while metrics and health stay up until {@link #close}. Confined to one thread, except for the pipeline.
 */
public final class IngestService implements AutoCloseable {
    private final PipelineSettings settings;
    private final Pipeline pipeline;
    private final PipelineRuntime runtime;
    private final Sink sink;
    private final AdminServer admin;
    private final JvmGcMetrics collector;
    private final FlatReport report;

    /**
     * Makes every object, and opens none.
     *
     * @throws IngestException when a component refuses its settings
     */
    public IngestService(PipelineSettings settings) {
        this.settings = settings;
        try {
            Injector injector = Guice.createInjector(
                    Stage.PRODUCTION,
                    new HardenedModule(),
                    new ConfigModule(settings),
                    new MetricsModule(),
                    new PluginModule(),
                    new PipelineModule(),
                    new AdminModule());
            pipeline = injector.getInstance(Pipeline.class);
            runtime = injector.getInstance(PipelineRuntime.class);
            sink = injector.getInstance(Sink.class);
            admin = injector.getInstance(AdminServer.class);
            collector = injector.getInstance(JvmGcMetrics.class);
            report = new FlatReport(injector.getInstance(MeterRegistry.class));
        } catch (CreationException | ProvisionException e) {
            throw unwrapped(e);
        }
    }

    /** What a component threw is for the user; what Guice says around it is not. */
    private static RuntimeException unwrapped(RuntimeException thrown) {
        for (Throwable cause = thrown.getCause(); cause != null; cause = cause.getCause()) {
            if (cause instanceof IngestException known) {
                return known;
            }
        }
        return thrown;
    }

    /**
     * Starts metrics and health, then the pipeline; returns before the table is created and the group is joined.
     *
     * @throws IngestException when the address cannot be had
     */
    public void start() {
        if (settings.admin().enabled()) {
            admin.start();
        }
        if (settings.flat()) {
            report.start();
        }
        pipeline.start();
    }

    public Pipeline pipeline() {
        return pipeline;
    }

    /** The port of metrics and health; 0 when they are off. */
    public int adminPort() {
        return admin.port();
    }

    /** The guarantee in force, and why, in one line. */
    public String guarantee() {
        String title = settings.sink().title();
        String said = sink instanceof TransactionalSink
                ? "exactly once: " + title + " keeps the positions in the transaction that writes the rows"
                : "at least once: positions are committed at the source once their rows are durable in " + title;
        if (settings.flat()) {
            return said + "; a flat file keeps them there, so that the original can go on from them";
        }
        return sink instanceof ExplainsDelivery explained ? said + "; " + explained.deliveryReason() : said;
    }

    /** What becomes of records that can never become rows, in one line. */
    public String rejects() {
        OnErrorOptions options = settings.options().onError();
        if (!options.uses(ErrorPolicy.DEAD_LETTER) && !options.uses(ErrorPolicy.SKIP)) {
            return "the pipeline stops in front of the first one";
        }
        ErrorPolicy first = options.policy(RejectStage.KEY);
        boolean one = Arrays.stream(RejectStage.values()).allMatch(stage -> options.policy(stage) == first);
        String policies = one
                ? first.text() + " at every stage"
                : Arrays.stream(RejectStage.values())
                        .map(stage -> stage.text() + " " + options.policy(stage).text())
                        .collect(Collectors.joining(", "));
        if (!options.uses(ErrorPolicy.DEAD_LETTER)) {
            return policies;
        }
        String keeper = sink instanceof TransactionalSink
                ? settings.sink().title() + ", in the transaction that writes the rows"
                : settings.sink().title() + ", before the positions move";
        String queue = settings.deadLetters().map(PipelineComponent::title).orElse("");
        return policies + "; dead letters are kept by "
                + (sink instanceof StoresDeadLetters ? keeper : queue + ", before the positions move");
    }

    /** Stops what still runs. Idempotent. */
    @Override
    public void close() {
        pipeline.close();
        report.close();
        runtime.close();
        admin.close();
        collector.close();
    }
}
