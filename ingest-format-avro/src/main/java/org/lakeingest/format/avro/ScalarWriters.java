package org.lakeingest.format.avro;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.util.List;
import org.lakeingest.api.IngestException;
import org.lakeingest.api.RowAppender;

/** Writers of values without parts, but for decimals and those that need no state. */
final class ScalarWriters {
    private static final long FIRST_DAY = LocalDate.of(1, 1, 1).toEpochDay();
    private static final long LAST_DAY = LocalDate.of(9999, 12, 31).toEpochDay();
    private static final long MICROS_PER_DAY = 86_400_000_000L;

    private ScalarWriters() {}

    private static IngestException outOfRange(String path, String what) {
        return new IngestException(
                AvroErrorCode.AVRO_OUT_OF_RANGE,
                "the field '" + path + "' holds " + what + " outside the years 0001 to 9999");
    }

    static final class Strings implements ValueWriter {
        private final String path;

        Strings(String path) {
            this.path = path;
        }

        @Override
        public void write(AvroInput input, RowAppender rows, int column) throws IOException {
            int length = input.readString(path);
            rows.setBytes(column, input.scratch(), 0, length);
        }
    }

    static final class Enums implements ValueWriter {
        private final byte[][] symbols;

        Enums(List<String> symbols) {
            this.symbols = symbols.stream()
                    .map(symbol -> symbol.getBytes(StandardCharsets.UTF_8))
                    .toArray(byte[][]::new);
        }

        @Override
        public void write(AvroInput input, RowAppender rows, int column) throws IOException {
            int index = input.decoder().readEnum();
            if (index < 0 || index >= symbols.length) {
                throw new IOException("no such symbol");
            }
            rows.setBytes(column, symbols[index], 0, symbols[index].length);
        }
    }

    static final class Fixed implements ValueWriter {
        private final int size;

        Fixed(int size) {
            this.size = size;
        }

        @Override
        public void write(AvroInput input, RowAppender rows, int column) throws IOException {
            input.readFixed(size);
            rows.setBytes(column, input.scratch(), 0, size);
        }
    }

    /** Writes sixteen bytes as the text that the same type has when it is a string. */
    static final class Uuids implements ValueWriter {
        private static final int SIZE = 16;
        private static final byte[] DIGITS = "0123456789abcdef".getBytes(StandardCharsets.US_ASCII);

        private final byte[] text = new byte[36];

        @Override
        public void write(AvroInput input, RowAppender rows, int column) throws IOException {
            input.readFixed(SIZE);
            int at = 0;
            for (int i = 0; i < SIZE; i++) {
                if (i == 4 || i == 6 || i == 8 || i == 10) {
                    text[at++] = '-';
                }
                byte value = input.scratch()[i];
                text[at++] = DIGITS[value >> 4 & 15];
                text[at++] = DIGITS[value & 15];
            }
            rows.setBytes(column, text, 0, text.length);
        }
    }

    static final class Dates implements ValueWriter {
        private final String path;

        Dates(String path) {
            this.path = path;
        }

        @Override
        public void write(AvroInput input, RowAppender rows, int column) throws IOException {
            int day = input.decoder().readInt();
            if (day < FIRST_DAY || day > LAST_DAY) {
                throw outOfRange(path, "a date");
            }
            rows.setLong(column, day);
        }
    }

    static final class Timestamps implements ValueWriter {
        private final TimestampUnit unit;
        private final String path;

        Timestamps(TimestampUnit unit, String path) {
            this.unit = unit;
            this.path = path;
        }

        @Override
        public void write(AvroInput input, RowAppender rows, int column) throws IOException {
            long micros = unit.toMicros(input.decoder().readLong());
            if (micros < FIRST_DAY * MICROS_PER_DAY || micros >= (LAST_DAY + 1) * MICROS_PER_DAY) {
                throw outOfRange(path, "a timestamp");
            }
            rows.setLong(column, micros);
        }
    }
}
