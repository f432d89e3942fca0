package org.lakeingest.app.sandbox;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

/** What one tool achieved, round by round. */
final class BenchResult {

    private final String name;
    private final double millions;
    private final List<Sitting> sittings = new ArrayList<>();
    private long peakMemoryMb;

    /** What one process did: rates of its rounds, and the CPU it had used after each. */
    private record Sitting(List<Double> rates, List<Duration> cpu) {
        double warmRate() {
            return median(rates.subList(1, rates.size()));
        }

        double coldCpu() {
            return seconds(cpu.get(0));
        }

        double warmCpu() {
            List<Double> used = new ArrayList<>();
            for (int i = 1; i < cpu.size(); i++) {
                used.add(seconds(cpu.get(i).minus(cpu.get(i - 1))));
            }
            return median(used);
        }
    }

    BenchResult(String name, long messages) {
        this.name = name;
        this.millions = messages / 1e6;
    }

    /** A new process. */
    void begin() {
        sittings.add(new Sitting(new ArrayList<>(), new ArrayList<>()));
    }

    /** One more round: its rows per second, and what the process has used since its start. */
    void add(double rate, Duration cpuUntilNow, long peakMb) {
        Sitting sitting = sittings.get(sittings.size() - 1);
        sitting.rates.add(rate);
        sitting.cpu.add(cpuUntilNow);
        peakMemoryMb = Math.max(peakMemoryMb, peakMb);
    }

    /** The table to print; the ratio is to the first tool's warm rate in the same repeat. */
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
        for (BenchResult result : results) {
            lines.add(String.format(
                    Locale.ROOT,
                    "  %-40s %,12.0f %,12.0f %9.2f %9.2f %9.2f %9d",
                    result.name,
                    result.middle(sitting -> sitting.rates.get(0)),
                    result.middle(Sitting::warmRate),
                    result.ratio(results.get(0)),
                    result.middle(Sitting::coldCpu) / result.millions,
                    result.middle(Sitting::warmCpu) / result.millions,
                    result.peakMemoryMb));
        }
        lines.add("");
        lines.add(
                "  cpu: seconds of the tool's process per million messages; ratio: warm rate to the first line's, median of the repeats.");
        return lines;
    }

    private double middle(ToDoubleFunction<Sitting> figure) {
        return median(sittings.stream().mapToDouble(figure).boxed().toList());
    }

    private double ratio(BenchResult first) {
        List<Double> ratios = new ArrayList<>();
        for (int i = 0; i < sittings.size(); i++) {
            ratios.add(sittings.get(i).warmRate() / first.sittings.get(i).warmRate());
        }
        return median(ratios);
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
