package org.lakeingest.format.json;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Finds what the parser lets pass in text that it skips: an escaped surrogate without its other half, which no text of the
 * lake can hold. (It does check that the bytes are UTF-8.) Text without a backslash, eight bytes a step, is done at once.
 */
final class SurrogateCheck {
    /** Answer for text without a fault. */
    static final int FINE = -1;

    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.nativeOrder());
    private static final long ONES = 0x0101010101010101L;
    private static final long HIGH_BITS = 0x8080808080808080L;
    private static final long BACKSLASHES = ONES * '\\';

    private SurrogateCheck() {}

    /** Where the first lone surrogate is, as a distance from {@code start}, or {@link #FINE}. Broken escapes are left to the parser. */
    static int firstFault(byte[] bytes, int start, int end) {
        return hasBackslash(bytes, start, end) ? search(bytes, start, end) : FINE;
    }

    private static boolean hasBackslash(byte[] bytes, int start, int end) {
        long found = 0;
        int i = start;
        for (; i + Long.BYTES <= end; i += Long.BYTES) {
            // A byte of the difference is zero where the backslash is; subtracting one borrows from its high bit.
            long difference = (long) LONGS.get(bytes, i) ^ BACKSLASHES;
            found |= (difference - ONES) & ~difference;
        }
        for (; i < end; i++) {
            found |= bytes[i] == '\\' ? HIGH_BITS : 0;
        }
        return (found & HIGH_BITS) != 0;
    }

    private static int search(byte[] bytes, int start, int end) {
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
                return i - start;
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
