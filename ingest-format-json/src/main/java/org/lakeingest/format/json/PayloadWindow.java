package org.lakeingest.format.json;

import com.fasterxml.jackson.core.base.ParserBase;
import java.util.Arrays;
import org.lakeingest.api.BytesColumn;

/**
 * Consecutive payloads, copied one after the other into a reused buffer with line feeds between them, so that one parser
 * reads them all. A line feed can neither be part of a token nor hide inside a string, so only a document that is an array
 * or an object could reach over it. Confined to one thread.
 */
final class PayloadWindow {
    /** Line feeds in front of everything: the parser guesses the encoding from the first four bytes, and shall find UTF-8. */
    static final int MARGIN = 4;

    /** Line feeds behind each payload: as many as a parser must see that starts in the middle, for the same reason. */
    private static final int GAP = 2;

    /** A buffer that grew beyond this, for one large payload, is not kept. */
    private static final int MOST_KEPT = 1 << 20;

    private byte[] bytes = newBuffer(1 << 16);

    private int length;
    private int parseStart;
    private int first;
    private int end;
    private int[] starts = new int[64];
    private int[] ends = new int[64];

    private static byte[] newBuffer(int size) {
        byte[] buffer = new byte[size];
        Arrays.fill(buffer, 0, MARGIN, (byte) '\n');
        return buffer;
    }

    /**
     * Takes payloads from {@code from} on: as many as fit into {@code limit} bytes, but at least one, up to the first that
     * {@link SurrogateCheck} finds at fault. When that is the very first, none is taken.
     *
     * @return where in the first payload the fault is, or {@link SurrogateCheck#FINE}
     */
    int fill(BytesColumn payloads, int from, int limit) {
        if (bytes.length > MOST_KEPT) {
            bytes = newBuffer(MOST_KEPT);
        }
        length = MARGIN;
        parseStart = 0;
        first = from;
        end = from;
        int fault = SurrogateCheck.FINE;
        int size = payloads.size();
        while (fault == SurrogateCheck.FINE && end < size && (end == from || length + size(payloads, end) <= limit)) {
            fault = append(payloads, end);
        }
        return end == from ? fault : SurrogateCheck.FINE;
    }

    private static int size(BytesColumn payloads, int index) {
        return payloads.isNull(index) ? 0 : payloads.length(index);
    }

    private int append(BytesColumn payloads, int index) {
        int size = size(payloads, index);
        ensureRoom(size);
        if (size > 0) {
            System.arraycopy(payloads.array(index), payloads.arrayOffset(index), bytes, length, size);
            int fault = SurrogateCheck.firstFault(bytes, length, length + size);
            if (fault != SurrogateCheck.FINE) {
                return fault;
            }
        }
        int slot = end - first;
        starts[slot] = length;
        ends[slot] = length + size;
        end++;
        if (size > 0) {
            length += size;
            Arrays.fill(bytes, length, length + GAP, (byte) '\n');
            length += GAP;
        }
        return SurrogateCheck.FINE;
    }

    private void ensureRoom(int size) {
        int slots = end - first;
        if (slots == starts.length) {
            starts = Arrays.copyOf(starts, 2 * slots);
            ends = Arrays.copyOf(ends, 2 * slots);
        }
        int needed = Math.addExact(length, size + GAP);
        if (needed > bytes.length) {
            byte[] larger = newBuffer((int) Math.max(needed, Math.min(2L * bytes.length, MOST_KEPT)));
            System.arraycopy(bytes, 0, larger, 0, length);
            bytes = larger;
        }
    }

    byte[] bytes() {
        return bytes;
    }

    /** How much of {@link #bytes} is in use, the margin included. */
    int length() {
        return length;
    }

    /** Prepares for a parser that begins with this payload; returns where in {@link #bytes} it has to start. */
    int parseFrom(int index) {
        parseStart = index == first ? 0 : startOf(index) - GAP;
        return parseStart;
    }

    /** Index in {@link #bytes} of the current token's first byte. The parser counts one further, and makes no object of it. */
    int tokenStart(ParserBase parser) {
        return parseStart + (int) parser.getTokenCharacterOffset() - 1;
    }

    /** Where the payload is in what the parser read, which counts from where it started. */
    long distanceTo(int index, long parserOffset) {
        return parseStart + parserOffset - startOf(index);
    }

    /** One more than the last payload's index. */
    int endPayload() {
        return end;
    }

    boolean holdsOne() {
        return end - first == 1;
    }

    boolean isEmpty(int index) {
        return starts[index - first] == ends[index - first];
    }

    /** Where the payload begins in {@link #bytes}. */
    int startOf(int index) {
        return starts[index - first];
    }

    int endOf(int index) {
        return ends[index - first];
    }
}
