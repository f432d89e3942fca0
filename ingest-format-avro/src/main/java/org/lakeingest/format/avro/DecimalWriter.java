package org.lakeingest.format.avro;

import java.io.IOException;
import java.math.BigInteger;
import org.apache.avro.LogicalTypes;
import org.apache.avro.Schema;
import org.lakeingest.api.IngestException;
import org.lakeingest.api.RowAppender;

/** Decimals, written as bytes or as a fixed number of them: the digits as a two's complement number, highest byte first. */
final class DecimalWriter implements ValueWriter {
    /** As many digits as {@link RowAppender#setLong} takes. */
    private static final int LONG_DIGITS = 18;

    private static final int OF_ANY_SIZE = -1;

    private final String path;
    private final int precision;
    private final int scale;
    private final BigInteger limit;
    private final int fixedSize;

    DecimalWriter(Schema schema, LogicalTypes.Decimal decimal, String path) {
        this.path = path;
        this.precision = decimal.getPrecision();
        this.scale = decimal.getScale();
        this.limit = BigInteger.TEN.pow(precision);
        this.fixedSize = schema.getType() == Schema.Type.FIXED ? schema.getFixedSize() : OF_ANY_SIZE;
    }

    @Override
    public void write(AvroInput input, RowAppender rows, int column) throws IOException {
        int length = fixedSize;
        if (length == OF_ANY_SIZE) {
            length = input.readBytes();
        } else {
            input.readFixed(length);
        }
        if (length == 0) {
            throw new IOException("a number without bytes");
        }
        if (precision <= LONG_DIGITS && length <= Long.BYTES) {
            rows.setLong(column, small(input.scratch(), length));
        } else {
            large(new BigInteger(input.scratch(), 0, length), rows, column);
        }
    }

    private long small(byte[] bytes, int length) {
        long value = bytes[0];
        for (int i = 1; i < length; i++) {
            value = (value << Byte.SIZE) | (bytes[i] & 0xFF);
        }
        // Compared without its absolute value, which the smallest long does not have.
        if (value >= limit.longValue() || value <= -limit.longValue()) {
            throw tooLarge();
        }
        return value;
    }

    private void large(BigInteger value, RowAppender rows, int column) {
        if (value.abs().compareTo(limit) >= 0) {
            throw tooLarge();
        }
        if (precision <= LONG_DIGITS) {
            rows.setLong(column, value.longValueExact());
        } else {
            byte[] bytes = value.toByteArray();
            rows.setBytes(column, bytes, 0, bytes.length);
        }
    }

    private IngestException tooLarge() {
        return new IngestException(
                AvroErrorCode.AVRO_OUT_OF_RANGE,
                "the field '" + path + "' holds a number that decimal(" + precision + ", " + scale + ") cannot hold");
    }
}
