package org.lakeingest.app.admin;

import com.sun.management.OperatingSystemMXBean;
import com.sun.management.UnixOperatingSystemMXBean;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.RuntimeMXBean;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The {@code process_*} series under the names that every Prometheus client library uses, so that dashboards made for other tools fit.
 * Memory is read from {@code /proc} and NaN where that is missing.
 */
public final class ProcessMetrics implements MeterBinder {
    private static final Path STATUS = Path.of("/proc/self/status");
    private static final double NANOS = 1e9;
    private static final double MILLIS = 1e3;
    private static final double KIB = 1024;

    @Override
    public void bindTo(MeterRegistry registry) {
        if (ManagementFactory.getOperatingSystemMXBean() instanceof OperatingSystemMXBean system) {
            FunctionCounter.builder("process.cpu", system, bean -> bean.getProcessCpuTime() / NANOS)
                    .baseUnit("seconds")
                    .description("User and system CPU time spent")
                    .register(registry);
        }
        if (ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean unix) {
            Gauge.builder("process.open.fds", unix, UnixOperatingSystemMXBean::getOpenFileDescriptorCount)
                    .description("Open file descriptors")
                    .register(registry);
            Gauge.builder("process.max.fds", unix, UnixOperatingSystemMXBean::getMaxFileDescriptorCount)
                    .description("Most file descriptors allowed")
                    .register(registry);
        }
        RuntimeMXBean runtime = ManagementFactory.getRuntimeMXBean();
        Gauge.builder("process.start.time", runtime, bean -> bean.getStartTime() / MILLIS)
                .baseUnit("seconds")
                .description("Start time since the epoch")
                .register(registry);
        Gauge.builder("process.resident.memory", () -> status("VmRSS:"))
                .baseUnit("bytes")
                .description("Resident memory")
                .register(registry);
        Gauge.builder("process.virtual.memory", () -> status("VmSize:"))
                .baseUnit("bytes")
                .description("Virtual memory")
                .register(registry);
    }

    /** Most resident memory the process ever had, in bytes; NaN where the system does not tell. */
    public static double peakMemory() {
        return status("VmHWM:");
    }

    private static double status(String field) {
        try {
            for (String line : Files.readAllLines(STATUS, StandardCharsets.UTF_8)) {
                if (line.startsWith(field)) {
                    String kib =
                            line.substring(field.length()).replace("kB", "").strip();
                    return Double.parseDouble(kib) * KIB;
                }
            }
        } catch (IOException | NumberFormatException e) {
            return Double.NaN;
        }
        return Double.NaN;
    }
}
