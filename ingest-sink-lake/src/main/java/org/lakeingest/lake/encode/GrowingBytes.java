package org.lakeingest.lake.encode;

import java.io.OutputStream;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** A byte array that grows, with the few writers that files need. One thread. */
final class GrowingBytes {
    private static final VarHandle INTS = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final byte[] MIN_LONG = "-9223372036854775808".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] TENS = new byte[100];
    private static final byte[] ONES = new byte[100];

    static {
        for (int i = 0; i < 100; i++) {
            TENS[i] = (byte) ('0' + i / 10);
            ONES[i] = (byte) ('0' + i % 10);
        }
    }

    private byte[] array;
    private int size;

    GrowingBytes(int capacity) {
        array = new byte[capacity];
    }

    /** The bytes written so far are the first {@link #size()} ones; valid until the next write. */
    byte[] array() {
        return array;
    }

    int size() {
        return size;
    }

    /** Forgets what was written from {@code newSize} on, or counts bytes in that were put into {@link #array()} directly. */
    void resize(int newSize) {
        size = newSize;
    }

    /** Makes room for so many bytes more. */
    void reserve(int more) {
        if (array.length - size < more) {
            array = Arrays.copyOf(array, (int)
                    Math.min(Integer.MAX_VALUE - 16L, Math.max(2L * array.length, (long) size + more)));
        }
    }

    /** What was written, as UTF-8 text. */
    String text() {
        return new String(array, 0, size, StandardCharsets.UTF_8);
    }

    void put(int value) {
        reserve(1);
        array[size++] = (byte) value;
    }

    void put(byte[] source) {
        put(source, 0, source.length);
    }

    void put(byte[] source, int offset, int length) {
        reserve(length);
        System.arraycopy(source, offset, array, size, length);
        size += length;
    }

    /** Characters that are known to be ASCII. */
    void putAscii(CharSequence text) {
        int length = text.length();
        reserve(length);
        for (int i = 0; i < length; i++) {
            array[size++] = (byte) text.charAt(i);
        }
    }

    void putIntLittleEndian(int value) {
        reserve(4);
        INTS.set(array, size, value);
        size += 4;
    }

    void setIntLittleEndian(int position, int value) {
        INTS.set(array, position, value);
    }

    void putLongLittleEndian(long value) {
        reserve(8);
        LONGS.set(array, size, value);
        size += 8;
    }

    /** The number in decimal digits. */
    void putNumber(long value) {
        if (value == Long.MIN_VALUE) {
            put(MIN_LONG);
            return;
        }
        reserve(20);
        long rest = value;
        if (rest < 0) {
            array[size++] = '-';
            rest = -rest;
        }
        int end = size + digits(rest);
        size = end;
        while (rest >= 100) {
            int pair = (int) (rest % 100);
            rest /= 100;
            array[--end] = ONES[pair];
            array[--end] = TENS[pair];
        }
        array[--end] = ONES[(int) rest];
        if (rest >= 10) {
            array[--end] = TENS[(int) rest];
        }
    }

    /** The number in exactly so many digits, with leading zeros. */
    void putPadded(int value, int digits) {
        reserve(digits);
        int rest = value;
        for (int i = size + digits - 1; i >= size; i--) {
            array[i] = (byte) ('0' + rest % 10);
            rest /= 10;
        }
        size += digits;
    }

    /** Replaces line breaks by spaces from {@code start} on; eight bytes are looked at together. */
    void blankLineBreaks(int start) {
        int at = start;
        for (; at + 8 <= size; at += 8) {
            long word = (long) LONGS.get(array, at);
            // Has a byte below 0x0E? Then look closer; in JSON text these are tab, line feed and carriage return.
            if (((word - 0x0E0E0E0E0E0E0E0EL) & ~word & 0x8080808080808080L) != 0) {
                blankLineBreaks(at, at + 8);
            }
        }
        blankLineBreaks(at, size);
    }

    private void blankLineBreaks(int from, int to) {
        for (int i = from; i < to; i++) {
            if (array[i] == '\n' || array[i] == '\r') {
                array[i] = ' ';
            }
        }
    }

    /** Appends what is written to it. */
    OutputStream stream() {
        return new OutputStream() {
            @Override
            public void write(int value) {
                put(value);
            }

            @Override
            public void write(byte[] source, int offset, int length) {
                put(source, offset, length);
            }
        };
    }

    private static int digits(long value) {
        int digits = 1;
        for (long power = 10; digits < 19 && value >= power; power *= 10) {
            digits++;
        }
        return digits;
    }
}
