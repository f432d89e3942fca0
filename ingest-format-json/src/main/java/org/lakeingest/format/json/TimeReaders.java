package org.lakeingest.format.json;

import com.fasterxml.jackson.core.JsonParser.NumberType;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.base.ParserBase;
import java.io.IOException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.lakeingest.api.IngestException;
import org.lakeingest.api.RowAppender;
import org.lakeingest.format.json.JsonDecoderConfig.EpochUnit;

/** Readers of dates and timestamps. */
final class TimeReaders {
    private TimeReaders() {}

    static final class Dates extends ValueReader {
        Dates(String path, boolean nullable) {
            super(path, nullable);
        }

        @Override
        @Nullable
        IngestException readValue(ParserBase parser, RowAppender rows, int column) throws IOException {
            if (parser.currentToken() != JsonToken.VALUE_STRING) {
                return wrongKind(parser, "a string like 2026-11-30");
            }
            long days = TimeText.days(parser.getTextCharacters(), parser.getTextOffset(), parser.getTextLength());
            if (days == TimeText.INVALID) {
                return wrongKind("holds a string that is not a date like 2026-11-30, in the years 0001 to 9999");
            }
            rows.setLong(column, days);
            return null;
        }
    }

    /** How timestamps are read. */
    static final class TimeFormat {
        private final @Nullable EpochUnit epochUnit;
        private final boolean lenient;
        private final BatchCount cut;

        /**
         * A way to read timestamps.
         *
         * @param epochUnit of integers; without it they are refused
         * @param lenient whether strings may leave parts out, see {@link TimeText#lenientMicros}
         * @param cut counts the times that were finer than a microsecond
         */
        TimeFormat(Optional<EpochUnit> epochUnit, boolean lenient, BatchCount cut) {
            this.epochUnit = epochUnit.orElse(null);
            this.lenient = lenient;
            this.cut = cut;
        }
    }

    static final class Timestamps extends ValueReader {
        private final TimeFormat format;

        Timestamps(String path, boolean nullable, TimeFormat format) {
            super(path, nullable);
            this.format = format;
        }

        @Override
        @Nullable
        IngestException readValue(ParserBase parser, RowAppender rows, int column) throws IOException {
            JsonToken token = parser.currentToken();
            EpochUnit unit = format.epochUnit;
            if (token == JsonToken.VALUE_NUMBER_INT && unit != null) {
                return readEpoch(parser, unit, rows, column);
            }
            if (token != JsonToken.VALUE_STRING) {
                return wrongKind(
                        parser,
                        unit != null
                                ? "a string like 2026-11-30T08:15:00Z or an integer"
                                : "a string like 2026-11-30T08:15:00Z (for integers see the option epoch-unit)");
            }
            return readText(parser.getTextCharacters(), parser.getTextOffset(), parser.getTextLength(), rows, column);
        }

        private @Nullable IngestException readText(char[] text, int start, int length, RowAppender rows, int column) {
            long micros =
                    format.lenient ? TimeText.lenientMicros(text, start, length) : TimeText.micros(text, start, length);
            if (micros == TimeText.INVALID) {
                return wrongKind("holds a string that is not a timestamp like 2026-11-30T08:15:00.123456Z or"
                        + " 2026-11-30T08:15:00+01:00, in the years 0001 to 9999");
            }
            if (TimeText.isCut(text, start, length)) {
                format.cut.one();
            }
            rows.setLong(column, micros);
            return null;
        }

        private @Nullable IngestException readEpoch(ParserBase parser, EpochUnit unit, RowAppender rows, int column)
                throws IOException {
            NumberType type = parser.getNumberType();
            if (type == NumberType.INT || type == NumberType.LONG) {
                long value = parser.getLongValue();
                long micros = EpochTime.micros(value, unit);
                if (micros != TimeText.INVALID) {
                    if (EpochTime.isCut(value, unit)) {
                        format.cut.one();
                    }
                    rows.setLong(column, micros);
                    return null;
                }
            }
            return outOfRange("holds an integer that is no time in the years 0001 to 9999; is epoch-unit right?");
        }
    }
}
