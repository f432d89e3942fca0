package org.lakeingest.app.flat;

import com.fasterxml.jackson.core.io.JsonStringEncoder;
import java.util.Collection;
import java.util.List;
import org.lakeingest.engine.config.ConfigNode;

/** Writes a converted pipeline file as YAML, with a comment that names the key behind each option. Confined to one thread. */
final class FlatText {
    private final FlatDraft draft;
    private final Collection<FlatValue> values;
    private final List<String> warnings;
    private final StringBuilder text = new StringBuilder();

    FlatText(FlatDraft draft, Collection<FlatValue> values, List<String> warnings) {
        this.draft = draft;
        this.values = values;
        this.warnings = warnings;
    }

    String of(ConfigNode.Mapping pipeline) {
        text.append("# Made from a flat file of bend-ingest-kafka; holds its passwords as they were.\n");
        for (String warning : warnings) {
            text.append("# ").append(warning).append('\n');
        }
        for (FlatValue value : values) {
            FlatKey key = FlatKeys.spelt(value.name());
            if (key != null && value.given() && !draft.isUsed(value) && !isWarnedOf(value)) {
                text.append("# ").append(value.key()).append(": ").append(key.meaning());
                text.append("; nothing to set for this value\n");
            }
        }
        write(pipeline, "", "");
        return text.toString();
    }

    private boolean isWarnedOf(FlatValue value) {
        return warnings.stream().anyMatch(warning -> warning.startsWith(value.key() + " "));
    }

    private void write(ConfigNode.Mapping section, String path, String indent) {
        section.entries().forEach((name, node) -> {
            String at = path + name;
            comment(at, indent);
            text.append(indent).append(name).append(':');
            if (node instanceof ConfigNode.Mapping inner) {
                text.append('\n');
                write(inner, at + "/", indent + "  ");
            } else if (node instanceof ConfigNode.Sequence sequence) {
                String separator = " [";
                for (ConfigNode each : sequence.elements()) {
                    text.append(separator);
                    scalar(each);
                    separator = ", ";
                }
                text.append("]\n");
            } else {
                text.append(' ');
                scalar(node);
                text.append('\n');
            }
        });
    }

    private void comment(String path, String indent) {
        FlatValue origin = draft.origins().get(path);
        FlatKey key = origin == null ? null : FlatKeys.spelt(origin.name());
        if (origin != null && key != null) {
            text.append(indent).append("# ").append(origin.given() ? origin.key() : origin.name() + ", its default");
            text.append(": ").append(key.meaning()).append('\n');
        }
    }

    /** A double-quoted string of YAML takes every escape of JSON. */
    private void scalar(ConfigNode node) {
        if (node instanceof ConfigNode.Scalar scalar) {
            text.append('"')
                    .append(JsonStringEncoder.getInstance().quoteAsString(scalar.text()))
                    .append('"');
        }
    }
}
