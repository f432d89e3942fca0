package org.lakeingest.app.cli;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.lakeingest.app.PipelineFile;
import org.lakeingest.app.PipelineSettings;
import org.lakeingest.app.audit.AuditJson;
import org.lakeingest.app.audit.AuditOptions;
import org.lakeingest.app.audit.AuditReport;
import org.lakeingest.app.audit.AuditText;
import org.lakeingest.app.audit.Auditors;
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
        AuditOptions options =
                AuditOptions.of(partitions, since, settings.options().onError(), findings);
        AuditReport report = Auditors.audit(settings, options, line -> progress.status("%s", line));
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
}
