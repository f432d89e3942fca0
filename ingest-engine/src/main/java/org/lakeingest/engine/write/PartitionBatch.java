package org.lakeingest.engine.write;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.lakeingest.api.IngestException;
import org.lakeingest.api.OffsetRange;
import org.lakeingest.api.RecordBatch;
import org.lakeingest.api.RejectStage;
import org.lakeingest.api.RejectedRecord;
import org.lakeingest.api.RowBatch;
import org.lakeingest.api.SourcePartition;
import org.lakeingest.api.WriteBatch;
import org.lakeingest.engine.progress.InFlightRange;
import org.lakeingest.engine.progress.Lease;
import org.lakeingest.engine.rows.ColumnarRowBatch;

/** The engine's write batch: what a lane collected of one partition, and the parts of ranges that end with it. Immutable. */
public final class PartitionBatch implements WriteBatch {
    private final String namePrefix;
    private final Lease lease;
    private final OffsetRange range;
    private final List<InFlightRange> parts;
    private final List<ColumnarRowBatch> rows;
    private final List<RejectedRecord> letters;
    private final int recordsTaken;
    private final long claimEpoch;
    private final long rowCount;
    private final long sizeInBytes;

    /**
     * Takes the lists over.
     *
     * @param parts one part of each of these ranges is held by this batch; ascending
     * @param rows ascending by offset within each target and schema
     * @param letters ascending by offset
     * @param recordsTaken how many records were taken out of it, or of the one that it is a part of, since the sink refused them
     */
    private PartitionBatch(
            String namePrefix,
            Lease lease,
            OffsetRange range,
            List<InFlightRange> parts,
            List<ColumnarRowBatch> rows,
            List<RejectedRecord> letters,
            int recordsTaken) {
        this.namePrefix = namePrefix;
        this.lease = lease;
        this.range = range;
        this.parts = parts;
        this.rows = rows;
        this.letters = letters;
        this.recordsTaken = recordsTaken;
        this.claimEpoch = lease.claimEpoch();
        long count = 0;
        long bytes = 0;
        for (ColumnarRowBatch batch : rows) {
            count += batch.rowCount();
            bytes += batch.sizeInBytes();
        }
        this.rowCount = count;
        this.sizeInBytes = bytes;
    }

    /** The batch of a partition, named by its pipeline. */
    public static PartitionBatch of(
            String pipeline,
            Lease lease,
            OffsetRange range,
            List<InFlightRange> parts,
            List<ColumnarRowBatch> rows,
            List<RejectedRecord> letters) {
        String prefix = BatchNames.prefix(pipeline, lease.partition());
        return new PartitionBatch(prefix, lease, range, List.copyOf(parts), List.copyOf(rows), List.copyOf(letters), 0);
    }

    /** The same without its letters, which are durable. */
    PartitionBatch withoutLetters() {
        return letters.isEmpty()
                ? this
                : new PartitionBatch(namePrefix, lease, range, parts, rows, List.of(), recordsTaken);
    }

    /**
     * What is left of a batch whose first record was refused: the same range, the rows behind that record, and a letter unless
     * it is null.
     */
    PartitionBatch withoutRecord(long offset, @Nullable RejectedRecord letter) {
        List<RejectedRecord> all = new ArrayList<>(letters);
        if (letter != null) {
            all.add(letter);
            all.sort(Comparator.comparingLong(RejectedRecord::offset));
        }
        return new PartitionBatch(
                namePrefix,
                lease,
                range,
                parts,
                sliced(offset + 1, Long.MAX_VALUE),
                List.copyOf(all),
                recordsTaken + 1);
    }

    public Lease lease() {
        return lease;
    }

    List<InFlightRange> parts() {
        return parts;
    }

    /** Whether its rows may still go to the sink. */
    boolean isWritable() {
        return lease.isWritable() && range.end() <= lease.limit();
    }

    /** Of the records that gave rows, the lowest. The batch must have rows. */
    long firstRowOffset() {
        long first = Long.MAX_VALUE;
        for (RowBatch batch : rows) {
            first = Math.min(first, batch.origin().offset(batch.originIndex(0)));
        }
        return first;
    }

    /** Of the records that gave rows, the highest. The batch must have rows. */
    long lastRowOffset() {
        long last = -1;
        for (RowBatch batch : rows) {
            last = Math.max(last, batch.origin().offset(batch.originIndex(batch.rowCount() - 1)));
        }
        return last;
    }

    /** The range that the record at this offset was read in; the batch must hold it. */
    InFlightRange holder(long offset) {
        int holder = 0;
        while (holder + 1 < parts.size() && parts.get(holder + 1).start() <= offset) {
            holder++;
        }
        return parts.get(holder);
    }

    boolean hasRowsOf(long offset) {
        return !sliced(offset, offset + 1).isEmpty();
    }

    /** The record at this offset, the first that has rows, as a rejected one. */
    RejectedRecord reject(long offset, RejectStage stage, int attempt, IngestException reason) {
        for (RowBatch batch : rows) {
            int index = batch.originIndex(0);
            if (batch.origin().offset(index) == offset) {
                return new RejectedRecord(batch.origin(), index, stage, attempt, reason);
            }
        }
        throw new IllegalStateException("the first row of " + this + " is not of offset " + offset);
    }

    /** The ranges that this position falls into the inside of, whose part must be split in two before {@link #before}. */
    List<InFlightRange> straddling(long position) {
        int last = indexOfFirstAtOrAfter(position) - 1;
        boolean ends = last < 0 || endOf(last) <= position;
        return ends ? List.of() : List.of(parts.get(last));
    }

    /** The half below the position; rows are views. */
    PartitionBatch before(long position) {
        List<InFlightRange> half = parts.subList(0, indexOfFirstAtOrAfter(position));
        OffsetRange cut = new OffsetRange(range.start(), position);
        return cut(cut, half, Long.MIN_VALUE, position);
    }

    /** The half from the position on; rows are views. */
    PartitionBatch from(long position) {
        int first = indexOfFirstAtOrAfter(position) - straddling(position).size();
        List<InFlightRange> half = parts.subList(first, parts.size());
        OffsetRange cut = new OffsetRange(position, range.end());
        return cut(cut, half, position, Long.MAX_VALUE);
    }

    private PartitionBatch cut(OffsetRange cut, List<InFlightRange> half, long from, long to) {
        List<RejectedRecord> some = letters;
        if (!letters.isEmpty()) {
            some = letters.stream()
                    .filter(letter -> letter.offset() >= from && letter.offset() < to)
                    .toList();
        }
        return new PartitionBatch(namePrefix, lease, cut, List.copyOf(half), sliced(from, to), some, recordsTaken);
    }

    private int indexOfFirstAtOrAfter(long position) {
        int index = 0;
        while (index < parts.size() && parts.get(index).start() < position) {
            index++;
        }
        return index;
    }

    /** Where the part's share in this batch ends: the ranges of a partition follow each other. */
    private long endOf(int part) {
        return part + 1 < parts.size() ? parts.get(part + 1).start() : range.end();
    }

    private List<ColumnarRowBatch> sliced(long fromOffset, long toOffset) {
        List<ColumnarRowBatch> slices = new ArrayList<>(rows.size());
        for (ColumnarRowBatch batch : rows) {
            RecordBatch origin = batch.origin();
            int from = indexOfOffset(origin, fromOffset);
            int to = indexOfOffset(origin, toOffset);
            ColumnarRowBatch slice = batch.slice(from, to);
            if (slice.rowCount() > 0) {
                slices.add(slice);
            }
        }
        return List.copyOf(slices);
    }

    /** Of the first record at or after the offset. */
    private static int indexOfOffset(RecordBatch records, long offset) {
        int low = 0;
        int high = records.size();
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (records.offset(middle) < offset) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    @Override
    public String id() {
        return BatchNames.id(namePrefix, range, recordsTaken);
    }

    @Override
    public SourcePartition partition() {
        return lease.partition();
    }

    @Override
    public OffsetRange range() {
        return range;
    }

    @Override
    public long claimEpoch() {
        return claimEpoch;
    }

    @Override
    @SuppressWarnings("unchecked") // the list is immutable, so it may be read as one of the supertype
    public List<RowBatch> rows() {
        return (List<RowBatch>) (List<? extends RowBatch>) rows;
    }

    @Override
    public List<RejectedRecord> rejected() {
        return letters;
    }

    @Override
    public long rowCount() {
        return rowCount;
    }

    @Override
    public long sizeInBytes() {
        return sizeInBytes;
    }

    @Override
    public String toString() {
        return lease.partition().stream() + "-" + lease.partition().number() + " [" + range.start() + ", " + range.end()
                + "), " + rowCount + " rows";
    }
}
