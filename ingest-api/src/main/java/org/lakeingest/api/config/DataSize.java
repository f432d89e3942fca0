package org.lakeingest.api.config;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A number of bytes, written with a unit: {@code 512KB}, {@code 64MB}, {@code 2GB}, {@code 100B}. Units are powers of 1024,
 * as in the settings of Kafka and of the JVM; {@code KiB} and friends are accepted as the same thing. Immutable.
 *
 * @param bytes zero or more
 */
public record DataSize(long bytes) implements Comparable<DataSize> {
    private static final Pattern TEXT = Pattern.compile("\\s*(\\d{1,19})\\s*([A-Za-z]*)\\s*");
    private static final String UNITS = "BKMGT";

    public DataSize {
        if (bytes < 0) {
            throw new IllegalArgumentException("a size cannot be negative: " + bytes);
        }
    }

    /**
     * Reads the text form. A bare number means bytes.
     *
     * @throws IllegalArgumentException when the text is no size, or is larger than a long holds
     */
    public static DataSize parse(String text) {
        Matcher matcher = TEXT.matcher(text);
        if (!matcher.matches()) {
            throw notASize(text);
        }
        String unit = matcher.group(2).toUpperCase(Locale.ROOT);
        int power = unit.isEmpty() ? 0 : UNITS.indexOf(unit.charAt(0));
        if (power < 0 || !isUnit(unit, power)) {
            throw notASize(text);
        }
        try {
            return new DataSize(Math.multiplyExact(Long.parseLong(matcher.group(1)), 1L << (10 * power)));
        } catch (ArithmeticException | NumberFormatException e) {
            throw notASize(text);
        }
    }

    private static boolean isUnit(String unit, int power) {
        String rest = unit.isEmpty() ? "" : unit.substring(1);
        return rest.isEmpty() || (power > 0 && (rest.equals("B") || rest.equals("IB")));
    }

    private static IllegalArgumentException notASize(String text) {
        return new IllegalArgumentException(
                "'" + text + "' is not a size; write a number and B, KB, MB, GB or TB, like 64MB");
    }

    @Override
    public int compareTo(DataSize other) {
        return Long.compare(bytes, other.bytes);
    }

    /** The shortest exact form: {@code 64MB}, {@code 1536KB}, {@code 100B}. */
    @Override
    public String toString() {
        int power = 0;
        long value = bytes;
        while (value > 0 && value % 1024 == 0 && power < UNITS.length() - 1) {
            value /= 1024;
            power++;
        }
        return value + (power == 0 ? "B" : UNITS.charAt(power) + "B");
    }
}
