package org.lakeingest.api;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A rejected record as a queue keeps it: all it takes to put the record back, and why it was given up. Immutable; the arrays must
 * not be changed.
 *
 * @param partition where the record was read
 * @param offset of the record
 * @param timestampMillis since the epoch; -1 when the record carried no timestamp
 * @param logAppend whether the timestamp was set by the log rather than by the producer
 * @param headers in order; a name may repeat
 * @param leftOut bytes of the value that the queue could not keep; 0 when the record is whole
 * @param attempt at the record, from 1
 * @param version of the program that gave it up
 */
@SuppressWarnings("ArrayRecordComponent") // the bytes are taken over as they are, and never compared
public record DeadLetter(
        SourcePartition partition,
        long offset,
        long timestampMillis,
        boolean logAppend,
        byte @Nullable [] key,
        byte @Nullable [] value,
        List<Header> headers,
        long leftOut,
        String stage,
        String code,
        String message,
        int attempt,
        String pipeline,
        String version,
        Instant failedAt) {

    /** One header of the record. */
    @SuppressWarnings("ArrayRecordComponent") // as above
    public record Header(String name, byte @Nullable [] value) {}

    public DeadLetter {
        headers = List.copyOf(headers);
    }

    /**
     * Copies a record out of its batch.
     *
     * @param version of the program, as {@link Package#getImplementationVersion} answers it
     */
    public static DeadLetter of(RejectedRecord rejected, String pipeline, @Nullable String version, Instant failedAt) {
        RecordBatch origin = rejected.origin();
        int index = rejected.index();
        Headers headers = origin.headers(index);
        List<Header> copied = new ArrayList<>(headers.size());
        for (int i = 0; i < headers.size(); i++) {
            copied.add(new Header(headers.name(i), headers.value(i)));
        }
        return new DeadLetter(
                rejected.partition(),
                rejected.offset(),
                origin.timestampMillis(index),
                origin.timestampsAreLogAppend(),
                copy(origin.keys(), index),
                copy(origin.values(), index),
                copied,
                0,
                rejected.stage().text(),
                rejected.reason().code().name(),
                words(rejected.reason()),
                rejected.attempt(),
                pipeline,
                version == null ? "unknown" : version,
                failedAt);
    }

    private static byte @Nullable [] copy(BytesColumn column, int index) {
        if (column.isNull(index)) {
            return null;
        }
        int start = column.arrayOffset(index);
        return Arrays.copyOfRange(column.array(index), start, start + column.length(index));
    }

    /** With the words that it began with, which a log may not show. */
    private static String words(IngestException reason) {
        String message = String.valueOf(reason.getMessage());
        String first = null;
        for (Throwable cause = reason.getCause(); cause != null; cause = cause.getCause()) {
            first = cause.getMessage() == null ? first : cause.getMessage();
        }
        return first == null || message.contains(first) ? message : message + ": " + first;
    }

    /** The same without its value, for a queue that cannot hold it. */
    public DeadLetter withoutValue() {
        return new DeadLetter(
                partition,
                offset,
                timestampMillis,
                logAppend,
                key,
                null,
                headers,
                value == null ? 0 : value.length,
                stage,
                code,
                message,
                attempt,
                pipeline,
                version,
                failedAt);
    }

    /** Whether the value is the one that was read. */
    public boolean isWhole() {
        return leftOut == 0;
    }

    /** {@code topic/partition/offset}. */
    public String place() {
        return partition.stream() + "/" + partition.number() + "/" + offset;
    }

    /** Without content. */
    @Override
    public String toString() {
        return place() + " [" + code + "]";
    }
}
