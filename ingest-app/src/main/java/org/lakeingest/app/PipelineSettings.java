package org.lakeingest.app;

import java.util.List;
import java.util.Optional;
import org.lakeingest.api.DeadLetterQueue;
import org.lakeingest.api.Decoder;
import org.lakeingest.api.Sink;
import org.lakeingest.api.Source;
import org.lakeingest.api.Transformer;
import org.lakeingest.app.admin.AdminOptions;
import org.lakeingest.engine.PipelineOptions;

/**
 * A pipeline file, bound and checked. Immutable.
 *
 * @param name of the pipeline, in metrics, logs and paths
 * @param warnings one line each, for the user
 * @param effective a table of every option with the value in force, secrets masked
 * @param flat whether it came from a flat file, whose users expect the original tool's metrics
 */
public record PipelineSettings(
        String name,
        PipelineOptions options,
        PipelineComponent<Source> source,
        PipelineComponent<Decoder> decoder,
        List<PipelineComponent<Transformer>> transformers,
        PipelineComponent<Sink> sink,
        Optional<PipelineComponent<DeadLetterQueue>> deadLetters,
        AdminOptions admin,
        List<String> warnings,
        String effective,
        boolean flat) {
    public PipelineSettings {
        transformers = List.copyOf(transformers);
        warnings = List.copyOf(warnings);
    }
}
