package org.lakeingest.lake.encode;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.lakeingest.api.ColumnType.Kind;
import org.lakeingest.api.RowAppender;
import org.lakeingest.api.RowBatch;
import org.lakeingest.api.Schema;

/**
 * Prints rows/s, CPU seconds and bytes allocated for a million rows, and bytes a row, of both layouts in each format: the
 * load generator's messages of 8 partitions in row batches of 500, files of 50,000 rows, one thread. It asserts nothing, and
 * runs only when asked for by name: {@code mvn test -pl ingest-sink-lake -am -Dtest=EncodeBenchmark
 * -Dsurefire.failIfNoSpecifiedTests=false}.
 */
final class EncodeBenchmark {
    private static final int ROUNDS = 6;
    private static final int ROWS = 1_000_000;
    private static final int FILE_ROWS = 50_000;
    private static final int BATCH_ROWS = 500;
    private static final int PARTITIONS = 8;

    private static final byte[] PAYLOAD = TestRecords.utf8("abcdefghijklmnopqrstuvwxyz0123456789");
    private static final Schema FIELDS = new Schema(List.of(
            Columns.nullable("sequence", Kind.INT64),
            Columns.nullable("partition", Kind.INT64),
            Columns.nullable("name", Kind.STRING),
            Columns.nullable("payload", Kind.STRING)));

    @Test
    void printWhatEncodingCosts() {
        List<List<RowBatch>> messages = files(false);
        List<List<RowBatch>> fields = files(true);
        for (FileFormat format : FileFormat.values()) {
            FileEncoder encoder = FileEncoders.create(format, FileCompression.ZSTD, Clock.systemUTC());
            for (int round = 0; round < ROUNDS; round++) {
                measure(format + " raw", encoder, messages, new TableLayout.Raw());
                measure(format + " columns", encoder, fields, TableLayout.Columns.asTheyAre(FIELDS));
            }
        }
    }

    private static void measure(String what, FileEncoder encoder, List<List<RowBatch>> files, TableLayout layout) {
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        OperatingSystemMXBean system = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
        com.sun.management.ThreadMXBean allocations = (com.sun.management.ThreadMXBean) threads;
        long start = System.nanoTime();
        long threadCpu = threads.getCurrentThreadCpuTime();
        long processCpu = system.getProcessCpuTime();
        long allocated = allocations.getCurrentThreadAllocatedBytes();
        long bytes = 0;
        long rawBytes = 0;
        for (List<RowBatch> file : files) {
            EncodedFile encoded = encoder.encode(file, layout);
            bytes += encoded.content().size();
            rawBytes += encoded.rawBytes();
        }
        double seconds = (System.nanoTime() - start) / 1e9;
        System.out.printf(
                Locale.ROOT,
                "%s rows/s=%,.0f cpu_s_per_1M=%.3f (process %.3f) allocated_MB_per_1M=%.0f bytes/row=%.1f raw=%.1f%n",
                what,
                ROWS / seconds,
                (threads.getCurrentThreadCpuTime() - threadCpu) / 1e9,
                (system.getProcessCpuTime() - processCpu) / 1e9,
                (allocations.getCurrentThreadAllocatedBytes() - allocated) / 1e6,
                (double) bytes / ROWS,
                (double) rawBytes / ROWS);
    }

    private static List<List<RowBatch>> files(boolean columns) {
        List<List<RowBatch>> files = new ArrayList<>();
        List<RowBatch> file = new ArrayList<>();
        int sequence = 0;
        for (int batch = 0; batch < ROWS / BATCH_ROWS; batch++) {
            int partition = batch % PARTITIONS;
            long offset = (long) batch / PARTITIONS * BATCH_ROWS;
            TestRecords records = new TestRecords("small", partition);
            for (int i = 0; i < BATCH_ROWS; i++) {
                int number = sequence++;
                records.add(
                        offset + i,
                        1_796_026_864_000L + number / 100,
                        TestRecords.utf8("key-" + number),
                        TestRecords.utf8(message(number, partition)));
            }
            int first = sequence - BATCH_ROWS;
            file.add(columns ? records.rows(FIELDS, (row, i) -> fill(row, first + i, partition)) : records.documents());
            if (file.size() == FILE_ROWS / BATCH_ROWS) {
                files.add(file);
                file = new ArrayList<>();
            }
        }
        return files;
    }

    private static void fill(RowAppender row, int sequence, int partition) {
        byte[] name = TestRecords.utf8(String.format(Locale.ROOT, "load-%08d", sequence));
        row.setLong(0, sequence);
        row.setLong(1, partition);
        row.setBytes(2, name, 0, name.length);
        row.setBytes(3, PAYLOAD, 0, PAYLOAD.length);
    }

    private static String message(int sequence, int partition) {
        return String.format(
                Locale.ROOT,
                "{\"sequence\":%d,\"partition\":%d,\"name\":\"load-%08d\",\"payload\":\"abcdefghijklmnopqrstuvwxyz0123456789\"}",
                sequence,
                partition,
                sequence);
    }
}
