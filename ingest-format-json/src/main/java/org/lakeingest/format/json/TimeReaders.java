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

    static final class Timestamps extends ValueReader {
        private final long microsPerUnit;

        /** @param epochUnit of integers; without it they are refused */
        Timestamps(String path, boolean nullable, Optional<EpochUnit> epochUnit) {
            super(path, nullable);
            this.microsPerUnit = epochUnit.map(EpochUnit::micros).orElse(0L);
        }

        @Override
        @Nullable
        IngestException readValue(ParserBase parser, RowAppender rows, int column) throws IOException {
            JsonToken token = parser.currentToken();
            if (token == JsonToken.VALUE_NUMBER_INT && microsPerUnit > 0) {
                return readEpoch(parser, rows, column);
            }
            if (token != JsonToken.VALUE_STRING) {
                return wrongKind(
                        parser,
                        microsPerUnit > 0
                                ? "a string like 2026-11-30T08:15:00Z or an integer"
                                : "a string like 2026-11-30T08:15:00Z (for integers see the option epoch-unit)");
            }
            long micros = TimeText.micros(parser.getTextCharacters(), parser.getTextOffset(), parser.getTextLength());
            if (micros == TimeText.INVALID) {
                return wrongKind("holds a string that is not a timestamp like 2026-11-30T08:15:00.123456Z or"
                        + " 2026-11-30T08:15:00+01:00, in the years 0001 to 9999");
            }
            rows.setLong(column, micros);
            return null;
        }

        private @Nullable IngestException readEpoch(ParserBase parser, RowAppender rows, int column)
                throws IOException {
            NumberType type = parser.getNumberType();
            if (type == NumberType.INT || type == NumberType.LONG) {
                long value = parser.getLongValue();
                if (value >= TimeText.FIRST_MICROS / microsPerUnit && value <= TimeText.LAST_MICROS / microsPerUnit) {
                    rows.setLong(column, value * microsPerUnit);
                    return null;
                }
            }
            return outOfRange("holds an integer that is no time in the years 0001 to 9999; is epoch-unit right?");
        }
    }
}
