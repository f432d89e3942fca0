package org.lakeingest.app.sandbox;

import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What a run of the sandbox is to do. Immutable.
 *
 * @param messages in all, a tenth of them before the expansion
 * @param rate messages per second of a run without end, 0 for as many as possible
 * @param lakeDsn of a lake elsewhere; null for one in this process
 */
record SandboxPlan(
        long messages,
        int partitions,
        int expandTo,
        int workers,
        String load,
        double rate,
        @Nullable String lakeDsn,
        Ports ports) {
    private static final int FIRST_PART = 10;

    /** Ports to listen on, 0 for free ones. */
    record Ports(int kafka, int lake, int admin) {}

    /** Names that no earlier run has used. */
    record Names(String topic, String group, String table) {
        static Names fresh() {
            String id =
                    LocalDateTime.now(ZoneId.systemDefault()).format(DateTimeFormatter.ofPattern("yyyyMMdd_HHmmss"));
            return new Names("sandbox_" + id, "sandbox-" + id, "default.sandbox_" + id);
        }
    }

    /** Messages before the expansion; sequence numbers start at 0. */
    long firstPart() {
        return messages / FIRST_PART;
    }

    long secondPart() {
        return messages - firstPart();
    }

    /** Rows that each partition must end with: sequence modulo partitions, before and after the expansion. */
    Map<Integer, Long> expectedRows() {
        Map<Integer, Long> rows = new TreeMap<>();
        for (int partition = 0; partition < expandTo; partition++) {
            long first = partition < partitions ? below(firstPart(), partition, partitions) : 0;
            long second = below(messages, partition, expandTo) - below(firstPart(), partition, expandTo);
            rows.put(partition, first + second);
        }
        return rows;
    }

    /** How many numbers from 0 below the limit have this remainder. */
    private static long below(long limit, int remainder, int modulus) {
        return (limit - remainder + modulus - 1) / modulus;
    }
}
