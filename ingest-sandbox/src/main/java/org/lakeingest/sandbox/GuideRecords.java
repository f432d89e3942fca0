package org.lakeingest.sandbox;

import java.nio.charset.StandardCharsets;

/** Keys and values of the load generator, written digit by digit, since formatting costs more than sending. */
final class GuideRecords {
    private static final byte[] KEY = ascii("key-");
    private static final byte[] SEQUENCE = ascii("{\"sequence\":");
    private static final byte[] PARTITION = ascii(",\"partition\":");
    private static final byte[] NAME = ascii(",\"name\":\"load-");
    private static final byte[] PAYLOAD = ascii("\",\"payload\":\"abcdefghijklmnopqrstuvwxyz0123456789\"}");
    private static final int NAME_DIGITS = 8;

    private GuideRecords() {}

    /** {@code key-<sequence>}. */
    static byte[] key(long sequence) {
        int digits = digits(sequence);
        byte[] key = new byte[KEY.length + digits];
        number(key, put(key, 0, KEY), sequence, digits);
        return key;
    }

    /** One JSON object; the name's number is padded to eight digits. */
    static byte[] value(long sequence, int partition) {
        int digits = digits(sequence);
        int partitionDigits = digits(partition);
        int nameDigits = Math.max(NAME_DIGITS, digits);
        byte[] value = new byte
                [SEQUENCE.length
                        + digits
                        + PARTITION.length
                        + partitionDigits
                        + NAME.length
                        + nameDigits
                        + PAYLOAD.length];
        int at = number(value, put(value, 0, SEQUENCE), sequence, digits);
        at = number(value, put(value, at, PARTITION), partition, partitionDigits);
        at = number(value, put(value, at, NAME), sequence, nameDigits);
        put(value, at, PAYLOAD);
        return value;
    }

    private static int digits(long number) {
        int digits = 1;
        for (long rest = number; rest >= 10; rest /= 10) {
            digits++;
        }
        return digits;
    }

    private static int put(byte[] target, int at, byte[] text) {
        System.arraycopy(text, 0, target, at, text.length);
        return at + text.length;
    }

    private static int number(byte[] target, int at, long number, int digits) {
        long rest = number;
        for (int i = at + digits - 1; i >= at; i--) {
            target[i] = (byte) ('0' + rest % 10);
            rest /= 10;
        }
        return at + digits;
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
