package org.lakeingest.format.json;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;

/**
 * Checks what the parser leaves unchecked in text that it skips: that the bytes are UTF-8, and that an escaped surrogate has
 * its other half. One pass by eight bytes tells plain ASCII; only other text is looked at again. Confined to one thread.
 */
final class TextCheck {
    /** Answer of the checks for text without a fault. */
    static final int FINE = -1;

    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.nativeOrder());
    private static final long ONES = 0x0101010101010101L;
    private static final long HIGH_BITS = 0x8080808080808080L;
    private static final long BACKSLASHES = ONES * '\\';

    private final CharsetDecoder decoder = StandardCharsets.UTF_8
            .newDecoder()
            .onMalformedInput(CodingErrorAction.REPORT)
            .onUnmappableCharacter(CodingErrorAction.REPORT);
    private final CharBuffer decoded = CharBuffer.allocate(4096);

    /**
     * Where the first fault is, as a distance from {@code start}, or {@link #FINE}.
     *
     * @param view a buffer over the same bytes
     */
    int firstFault(byte[] bytes, ByteBuffer view, int start, int end) {
        long high = 0;
        long backslash = 0;
        int i = start;
        for (; i + Long.BYTES <= end; i += Long.BYTES) {
            long word = (long) LONGS.get(bytes, i);
            long difference = word ^ BACKSLASHES;
            high |= word;
            backslash |= (difference - ONES) & ~difference;
        }
        for (; i < end; i++) {
            high |= bytes[i];
            backslash |= bytes[i] == '\\' ? HIGH_BITS : 0;
        }
        int fault = FINE;
        if ((high & HIGH_BITS) != 0) {
            fault = firstMalformed(view, start, end);
        }
        if (fault == FINE && (backslash & HIGH_BITS) != 0) {
            fault = firstLoneSurrogate(bytes, start, end);
        }
        return fault == FINE ? FINE : fault - start;
    }

    private int firstMalformed(ByteBuffer view, int start, int end) {
        view.limit(end).position(start);
        decoder.reset();
        CoderResult result;
        do {
            result = decoder.decode(view, decoded.clear(), true);
        } while (result.isOverflow());
        int fault = result.isError() ? view.position() : FINE;
        view.clear();
        return fault;
    }

    /** Leaves broken escapes to the parser. */
    private static int firstLoneSurrogate(byte[] bytes, int start, int end) {
        int i = start;
        while (i < end) {
            if (bytes[i] != '\\') {
                i++;
                continue;
            }
            int unit = escapedUnit(bytes, i, end);
            if (unit < 0 || !Character.isSurrogate((char) unit)) {
                i += 2;
                continue;
            }
            int next = escapedUnit(bytes, i + 6, end);
            if (!Character.isHighSurrogate((char) unit) || next < 0 || !Character.isLowSurrogate((char) next)) {
                return i;
            }
            i += 12;
        }
        return FINE;
    }

    /** The UTF-16 unit written as an escape at this place, or -1. */
    private static int escapedUnit(byte[] bytes, int at, int end) {
        if (at + 6 > end || bytes[at] != '\\' || bytes[at + 1] != 'u') {
            return -1;
        }
        int unit = 0;
        for (int i = at + 2; i < at + 6; i++) {
            int digit = Character.digit(bytes[i], 16);
            if (digit < 0) {
                return -1;
            }
            unit = unit << 4 | digit;
        }
        return unit;
    }
}
