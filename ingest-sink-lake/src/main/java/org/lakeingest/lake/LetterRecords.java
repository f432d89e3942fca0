package org.lakeingest.lake;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.lakeingest.api.BytesColumn;
import org.lakeingest.api.DeadLetter;
import org.lakeingest.api.Headers;
import org.lakeingest.api.OffsetRange;
import org.lakeingest.api.RecordBatch;
import org.lakeingest.api.SourcePartition;

/** The records of letters. They may be of several partitions, so partition and range are those of the first. */
final class LetterRecords implements RecordBatch {
    private final List<DeadLetter> letters;

    LetterRecords(List<DeadLetter> letters) {
        this.letters = letters;
    }

    @Override
    public SourcePartition partition() {
        return letters.get(0).partition();
    }

    @Override
    public OffsetRange range() {
        long first = letters.get(0).offset();
        return new OffsetRange(first, first + 1);
    }

    @Override
    public int size() {
        return letters.size();
    }

    @Override
    public long offset(int index) {
        return letters.get(index).offset();
    }

    @Override
    public long timestampMillis(int index) {
        return letters.get(index).timestampMillis();
    }

    @Override
    public boolean timestampsAreLogAppend() {
        return letters.get(0).logAppend();
    }

    @Override
    public int leaderEpoch() {
        return -1;
    }

    @Override
    public BytesColumn keys() {
        List<byte @Nullable []> keys = new ArrayList<>(letters.size());
        letters.forEach(letter -> keys.add(letter.key()));
        return new LetterColumn(keys, new long[0]);
    }

    @Override
    public BytesColumn values() {
        List<byte @Nullable []> values = new ArrayList<>(letters.size());
        letters.forEach(letter -> values.add(letter.value()));
        return new LetterColumn(values, new long[0]);
    }

    @Override
    public Headers headers(int index) {
        return new LetterHeaders(letters.get(index).headers());
    }

    @Override
    public long sizeInBytes() {
        long size = 0;
        for (DeadLetter letter : letters) {
            size += length(letter.key()) + length(letter.value());
        }
        return size;
    }

    private static long length(byte @Nullable [] bytes) {
        return bytes == null ? 0 : bytes.length;
    }
}
