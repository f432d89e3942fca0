package org.lakeingest.app.cli;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Clock;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.lakeingest.api.LogAudit;
import org.lakeingest.api.PluginContext;
import org.lakeingest.api.TargetAudit;
import org.lakeingest.api.Transformer;
import org.lakeingest.app.PipelineComponent;
import org.lakeingest.app.PipelineFile;
import org.lakeingest.app.PipelineSettings;
import org.lakeingest.app.audit.Audit;
import org.lakeingest.app.audit.AuditJson;
import org.lakeingest.app.audit.AuditOptions;
import org.lakeingest.app.audit.AuditReport;
import org.lakeingest.app.audit.AuditText;
import org.lakeingest.app.audit.Auditors;
import org.lakeingest.app.audit.Letters;
import org.lakeingest.app.audit.RecordFates;
import org.lakeingest.engine.ErrorPolicy;
import org.lakeingest.engine.PipelineRuntime;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Compares a pipeline's topics with its tables. */
@Command(
        name = "audit",
        description = {
            "Compares the topics of a pipeline with its tables, and names what is lost and what is doubled.",
            "Works while the pipeline runs: only what lies below the positions is judged. Changes nothing."
        },
        mixinStandardHelpOptions = true,
        footer = {
            "",
            "Ranges are named topic/partition/from-to; `to` is the first offset behind the range.",
            "Gaps are no findings where the log has no records either: after retention and compaction, between transactions.",
            "",
            "Exit status: 0 clean, 1 a finding (or the audit failed), 2 a mistake in configuration or usage,",
            "4 nothing is wrong with what could be looked at, but not everything could."
        })
final class AuditCommand implements Callable<Integer> {
    static final int FINDINGS = 1;
    static final int INCOMPLETE = 4;

    @Spec
    @SuppressWarnings("NullAway.Init") // injected
    private CommandSpec spec;

    @Mixin
    @SuppressWarnings("NullAway.Init") // injected
    private FileOption file;

    @Parameters(arity = "0..1", paramLabel = "FILE", description = "The same as -f FILE.")
    private @Nullable Path named;

    @Option(
            names = "--partition",
            paramLabel = "P",
            description = "Only this partition, as topic/number or number; may be repeated.")
    private Set<String> partitions = new LinkedHashSet<>();

    @Option(
            names = "--since-offset",
            paramLabel = "N",
            defaultValue = "0",
            description = "Leave out what came from offsets below N, in every partition.")
    private long since;

    @Option(
            names = "--findings",
            paramLabel = "N",
            defaultValue = "20",
            description = "Ranges that are named; all are counted. Default: ${DEFAULT-VALUE}.")
    private int findings;

    @Option(names = "--json", description = "Print one JSON object.")
    private boolean json;

    @Override
    public Integer call() {
        if (since < 0 || findings < 0) {
            throw new ParameterException(spec.commandLine(), "--since-offset and --findings must not be negative");
        }
        PrintWriter err = spec.commandLine().getErr();
        PipelineFile read = PipelineFile.read(named == null ? file.path() : named);
        PipelineSettings settings = read.bind(Home.plugins());
        settings.warnings().forEach(warning -> err.println("ingest: " + warning));
        Progress progress = new Progress(err, Boolean.getBoolean("ingest.terminal"));
        AuditReport report = audit(settings, progress);
        progress.line(String.format(Locale.ROOT, "audited %s in %.1f s", settings.name(), progress.seconds()));
        PrintWriter out = spec.commandLine().getOut();
        out.println(json ? AuditJson.of(report) : AuditText.of(report));
        out.flush();
        return switch (report.verdict()) {
            case CLEAN -> 0;
            case FINDINGS -> FINDINGS;
            case INCOMPLETE -> INCOMPLETE;
        };
    }

    private AuditReport audit(PipelineSettings settings, Progress progress) {
        try (PipelineRuntime runtime =
                        new PipelineRuntime(settings.name(), Clock.systemUTC(), new SimpleMeterRegistry());
                LogAudit log = Auditors.log(settings, runtime);
                TargetAudit target = Auditors.target(settings, runtime);
                RecordFates fates = fates(settings, runtime);
                Letters letters = Auditors.letters(settings, runtime)) {
            AuditOptions options = new AuditOptions(
                    partitions, since, settings.options().onError().uses(ErrorPolicy.SKIP), findings);
            return new Audit(
                            settings.name(),
                            new Audit.Parts(log, target, fates, letters, options, line -> progress.status("%s", line)))
                    .run();
        }
    }

    private static RecordFates fates(PipelineSettings settings, PipelineRuntime runtime) {
        List<Transformer> transformers = settings.transformers().stream()
                .map(each -> each.create(context(each, runtime)))
                .toList();
        return new RecordFates(settings.decoder().create(context(settings.decoder(), runtime)), transformers);
    }

    private static PluginContext context(PipelineComponent<?> component, PipelineRuntime runtime) {
        return runtime.context(component.registered().name());
    }
}
