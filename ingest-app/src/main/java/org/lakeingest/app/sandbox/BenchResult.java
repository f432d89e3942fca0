package org.lakeingest.app.sandbox;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** What one tool achieved, round by round. */
final class BenchResult {

    private final String name;
    private final double millions;
    private final List<Double> rates = new ArrayList<>();
    private final List<Duration> cpu = new ArrayList<>();
    private long peakMemoryMb;

    BenchResult(String name, long messages) {
        this.name = name;
        this.millions = messages / 1e6;
    }

    /** One more round: its rows per second, and what the process has used since its start. */
    void add(double rate, Duration cpuUntilNow, long peakMb) {
        rates.add(rate);
        cpu.add(cpuUntilNow);
        peakMemoryMb = Math.max(peakMemoryMb, peakMb);
    }

    /** The table to print; the ratio is to the first tool's warm rate. */
    static List<String> table(List<BenchResult> results) {
        List<String> lines = new ArrayList<>();
        lines.add(String.format(
                Locale.ROOT,
                "%n  %-40s %12s %12s %9s %9s %9s %9s",
                "",
                "rows/s cold",
                "rows/s warm",
                "ratio",
                "cpu cold",
                "cpu warm",
                "peak MB"));
        double reference = results.get(0).warmRate();
        for (BenchResult result : results) {
            lines.add(String.format(
                    Locale.ROOT,
                    "  %-40s %,12.0f %,12.0f %9.2f %9.2f %9.2f %9d",
                    result.name,
                    result.rates.get(0),
                    result.warmRate(),
                    result.warmRate() / reference,
                    seconds(result.cpu.get(0)) / result.millions,
                    result.warmCpu(),
                    result.peakMemoryMb));
        }
        lines.add("");
        lines.add("  cpu: seconds of the tool's process per million messages; ratio: warm rate to the first line's.");
        return lines;
    }

    private double warmRate() {
        return median(rates.subList(1, rates.size()));
    }

    private double warmCpu() {
        List<Double> used = new ArrayList<>();
        for (int i = 1; i < cpu.size(); i++) {
            used.add(seconds(cpu.get(i).minus(cpu.get(i - 1))) / millions);
        }
        return median(used);
    }

    private static double median(List<Double> values) {
        List<Double> sorted = values.stream().sorted().toList();
        int middle = sorted.size() / 2;
        return sorted.size() % 2 == 1 ? sorted.get(middle) : (sorted.get(middle - 1) + sorted.get(middle)) / 2;
    }

    private static double seconds(Duration duration) {
        return duration.toNanos() / 1e9;
    }
}
