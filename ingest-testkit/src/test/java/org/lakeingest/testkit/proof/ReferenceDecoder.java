package org.lakeingest.testkit.proof;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.lakeingest.api.BytesColumn;
import org.lakeingest.api.ColumnType;
import org.lakeingest.api.ColumnType.Kind;
import org.lakeingest.api.Decoder;
import org.lakeingest.api.ErrorCode;
import org.lakeingest.api.ErrorKind;
import org.lakeingest.api.IngestException;
import org.lakeingest.api.RecordBatch;
import org.lakeingest.api.RowAppender;
import org.lakeingest.api.RowCollector;
import org.lakeingest.api.Schema;
import org.lakeingest.api.Target;
import org.lakeingest.testkit.DecoderContract.Trait;

/** Decodes {@code word;word;word}, of small letters only, into one row per word; with one flaw, or none. */
final class ReferenceDecoder implements Decoder {
    private static final Schema SCHEMA =
            new Schema(List.of(new Schema.Field("word", ColumnType.of(Kind.STRING), true)));

    private final @Nullable Enum<?> flaw;
    private byte[] scratch = new byte[16];
    private int longest;
    private int calls;
    private boolean closed;

    ReferenceDecoder(@Nullable Enum<?> flaw) {
        this.flaw = flaw;
    }

    @Override
    public void decode(RecordBatch origin, BytesColumn payloads, RowCollector output) {
        calls++;
        BytesColumn source = flaw == Trait.DECODES_THE_PAYLOADS_GIVEN ? origin.values() : payloads;
        if (flaw == Trait.TAKES_EMPTY_BATCHES && source.size() == 0) {
            throw new IllegalStateException("nothing to decode");
        }
        for (int i = 0; i < source.size(); i++) {
            if (!source.isNull(i)) {
                decodeOne(source, i, output);
            } else if (flaw == Trait.TAKES_TOMBSTONES) {
                throw new IllegalStateException("a tombstone");
            }
        }
    }

    private void decodeOne(BytesColumn source, int index, RowCollector output) {
        int length = source.length(index);
        if (length == 0) {
            if (flaw == Trait.TAKES_EMPTY_PAYLOADS) {
                output.reject(index - 1, reason("the one before an empty one"));
            }
            return;
        }
        if (flaw == Trait.TAKES_HUGE_PAYLOADS && length > 100_000) {
            output.reject(index, reason("too long"));
            return;
        }
        if (scratch.length < length) {
            scratch = java.util.Arrays.copyOf(scratch, length);
        }
        System.arraycopy(source.array(index), source.arrayOffset(index), scratch, 0, length);
        if (flaw == Trait.LEAVES_ITS_INPUT_ALONE) {
            source.array(index)[source.arrayOffset(index)] = 'z';
        }
        longest = flaw == Trait.REUSES_SCRATCH_CLEANLY ? Math.max(longest, length) : length;
        if (isBad(length)) {
            bad(length, index, output);
        } else {
            append(new String(scratch, 0, longest, US_ASCII), index, output);
        }
    }

    private boolean isBad(int length) {
        for (int i = 0; i < length; i++) {
            if (scratch[i] != ';' && (scratch[i] < 'a' || scratch[i] > 'z')) {
                return true;
            }
        }
        return false;
    }

    private void bad(int length, int index, RowCollector output) {
        if (flaw == Trait.NEVER_THROWS && scratch[0] < 0) {
            throw new IllegalStateException("not text");
        }
        if (flaw == Trait.REJECTS_BAD_PAYLOADS) {
            return;
        }
        if (flaw == Trait.SPARES_NEIGHBOURS) {
            append("half", index, output);
        }
        String text = new String(scratch, 0, length, US_ASCII);
        boolean talks = flaw == Trait.KEEPS_CONTENT_OUT_OF_MESSAGES;
        output.reject(index, reason(talks ? "cannot decode " + text : "not words"));
    }

    private void append(String text, int index, RowCollector output) {
        RowAppender rows = output.appender(Target.DEFAULT, SCHEMA);
        for (String word : text.split(";", -1)) {
            byte[] bytes = changed(word).getBytes(US_ASCII);
            rows.beginRow(index);
            rows.setBytes(0, bytes, 0, bytes.length);
            rows.endRow();
        }
    }

    private String changed(String word) {
        if (flaw == Trait.DECODES_GOLDEN_ROWS) {
            return word + "!";
        }
        return flaw == Trait.IS_DETERMINISTIC && calls > 1 ? word + calls : word;
    }

    private static IngestException reason(String message) {
        return new IngestException(Code.BAD_WORD, message);
    }

    @Override
    public void close() {
        if (closed && flaw == Trait.CLOSES_TWICE) {
            throw new IllegalStateException("closed already");
        }
        closed = true;
    }

    enum Code implements ErrorCode {
        BAD_WORD;

        @Override
        public ErrorKind kind() {
            return ErrorKind.RECORD;
        }
    }
}
