package org.lakeingest.engine.metrics;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** Prints {@link EngineMeter} as a reference page. No state. */
public final class MetricsReference {
    private MetricsReference() {}

    /** The page, in Markdown. */
    public static String page() {
        StringBuilder page = new StringBuilder("""
                # Metrics

                Served in the Prometheus text format under `/metrics`. Every meter carries the tag `pipeline`; the
                meters of sources, formats and sinks also carry `component` and are listed in the pages of their modules.

                This page is generated from the declarations in the code; a test compares the two.

                | Name | Prometheus | Type | Unit | Further tags | Meaning |
                |---|---|---|---|---|---|
                """);
        for (EngineMeter meter : EngineMeter.values()) {
            page.append("| `")
                    .append(meter.meterName())
                    .append("` | `")
                    .append(prometheusName(meter))
                    .append("` | ")
                    .append(meter.type().name().toLowerCase(Locale.ROOT))
                    .append(" | ")
                    .append(meter.unit())
                    .append(" | ")
                    .append(tags(meter.tags()))
                    .append(" | ")
                    .append(meter.text())
                    .append(" |\n");
        }
        return page.toString();
    }

    private static String tags(List<String> tags) {
        return tags.stream().map(tag -> "`" + tag + "`").collect(Collectors.joining(", "));
    }

    /** How the registry of Prometheus writes the name: unit at the end, counters with {@code _total}. */
    static String prometheusName(EngineMeter meter) {
        String name = meter.meterName().replace('.', '_');
        if (!meter.unit().isEmpty() && !name.endsWith("_" + meter.unit())) {
            name += "_" + meter.unit();
        }
        return meter.type() == EngineMeter.Type.COUNTER ? name + "_total" : name;
    }
}
