package org.lakeingest.format.json;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.base.ParserBase;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import com.fasterxml.jackson.core.io.JsonEOFException;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.jspecify.annotations.Nullable;
import org.lakeingest.api.BytesColumn;
import org.lakeingest.api.Decoder;
import org.lakeingest.api.IngestException;
import org.lakeingest.api.RecordBatch;
import org.lakeingest.api.RowAppender;
import org.lakeingest.api.RowCollector;
import org.lakeingest.api.Target;

/**
 * Reads many payloads with one parser: they are joined in a {@link PayloadWindow}, and each must hold exactly one value,
 * which is checked by where tokens start. Whatever does not fit is looked at again in a window of its own, and only what is
 * wrong there is rejected; so the verdict on a payload never depends on its neighbours.
 */
final class JsonDecoder implements Decoder {
    private static final int LARGEST_WINDOW = 1 << 18;
    private static final int WINDOW_AFTER_FAULT = 1 << 12;
    private static final int ONE_PAYLOAD = 0;

    private final JsonFactory factory;
    private final RowReader reader;
    private final PayloadWindow window;
    private final JsonDecoderConfig config;
    private final Counts counts;
    private int limit = LARGEST_WINDOW;
    private int current;
    private boolean rowOpen;

    JsonDecoder(JsonFactory factory, RowReader reader, PayloadWindow window, JsonDecoderConfig config, Counts counts) {
        this.factory = factory;
        this.reader = reader;
        this.window = window;
        this.config = config;
        this.counts = counts;
    }

    @Override
    public void decode(RecordBatch origin, BytesColumn payloads, RowCollector output) {
        reader.begin(origin.partition().stream(), output);
        int next = 0;
        while (next < payloads.size()) {
            next = decodeWindow(next, payloads, output);
        }
        counts.report();
    }

    /** Settles one payload or more, and returns the first that is not settled. */
    private int decodeWindow(int from, BytesColumn payloads, RowCollector output) {
        int fault = window.fill(payloads, from, limit);
        if (fault != SurrogateCheck.FINE) {
            return settleAlone(from, loneSurrogate(fault), payloads, output);
        }
        boolean alone = window.holdsOne();
        current = from;
        IngestException reason;
        do {
            reason = parse(payloads, output);
        } while (reason == RowReader.AGAIN);
        if (reason == null) {
            limit = Math.min(LARGEST_WINDOW, Math.max(2 * limit, WINDOW_AFTER_FAULT));
            return window.endPayload();
        }
        if (!alone) {
            limit = ONE_PAYLOAD;
            return current;
        }
        limit = WINDOW_AFTER_FAULT;
        return settleAlone(current, reason, payloads, output);
    }

    /** Rejects a payload that is no document, unless it can be mended; returns the next one. */
    private int settleAlone(int index, IngestException reason, BytesColumn payloads, RowCollector output) {
        BytesColumn repaired = Utf8Repair.repaired(payloads, index, config.invalidUtf8());
        if (repaired == null) {
            output.reject(index, reason);
        } else {
            counts.repaired.one();
            limit = ONE_PAYLOAD;
            decodeWindow(index, repaired, output);
        }
        return index + 1;
    }

    /** As {@link #readWindow}, from {@link #current} on. */
    private @Nullable IngestException parse(BytesColumn payloads, RowCollector output) {
        RowAppender rows = output.appender(Target.DEFAULT, reader.schema());
        int start = window.parseFrom(current);
        IngestException reason;
        try (JsonParser parser = factory.createParser(window.bytes(), start, window.length() - start)) {
            reason = readWindow((ParserBase) parser, payloads, rows, output);
        } catch (JsonProcessingException e) {
            reason = malformed(e);
        } catch (IOException e) {
            throw new UncheckedIOException("reading from an array cannot fail", e);
        }
        if (rowOpen) {
            rows.discardRow();
            rowOpen = false;
        }
        return reason;
    }

    /** Returns null when every payload is settled; else why {@link #current} is not, in a window of one: why it is rejected. */
    private @Nullable IngestException readWindow(
            ParserBase parser, BytesColumn payloads, RowAppender rows, RowCollector output) throws IOException {
        JsonToken token = parser.nextToken();
        for (; current < window.endPayload(); current++) {
            int end = window.endOf(current);
            boolean blank = token == null || window.tokenStart(parser) >= end;
            if (window.isEmpty(current) || (blank && config.blankIsEmpty())) {
                IngestException fault = readEmpty(rows, output);
                if (fault != null) {
                    return fault;
                }
                continue;
            }
            if (blank) {
                return malformed("holds no value, only white space");
            }
            begin(rows);
            IngestException fault = reader.read(parser, rows, payloads, current);
            if (fault == RowReader.AGAIN) {
                return fault;
            }
            while (!parser.getParsingContext().inRoot()) {
                parser.nextToken();
            }
            if (window.tokenStart(parser) >= end) {
                return malformed("ends inside its document");
            }
            token = parser.nextToken();
            if (token != null && window.tokenStart(parser) < end) {
                return malformed("holds more than one value, the second at byte "
                        + (window.tokenStart(parser) - window.startOf(current)));
            }
            settle(fault, rows, output);
        }
        return null;
    }

    /** Settles a payload without a byte, unless it has to be read {@link RowReader#AGAIN}. */
    private @Nullable IngestException readEmpty(RowAppender rows, RowCollector output) {
        switch (config.tombstones()) {
            case SKIP -> counts.skippedTombstones.one();
            case REJECT ->
                output.reject(
                        current,
                        new IngestException(
                                JsonErrorCode.JSON_TOMBSTONE, "the record has no value (see the option tombstones)"));
            case NULL_ROW -> {
                begin(rows);
                IngestException fault = reader.readEmpty(rows);
                if (fault == RowReader.AGAIN) {
                    return fault;
                }
                settle(fault, rows, output);
            }
        }
        return null;
    }

    private void begin(RowAppender rows) {
        rows.beginRow(current);
        rowOpen = true;
    }

    private void settle(@Nullable IngestException fault, RowAppender rows, RowCollector output) {
        rowOpen = false;
        if (fault == null) {
            rows.endRow();
        } else {
            rows.discardRow();
            output.reject(current, fault);
        }
    }

    private IngestException malformed(JsonProcessingException e) {
        if (e instanceof StreamConstraintsException) {
            return new IngestException(
                    JsonErrorCode.JSON_TOO_DEEP,
                    "the value is nested deeper than " + config.maxDepth() + " levels (see the option max-depth)");
        }
        if (e instanceof JsonEOFException) {
            return malformed("ends inside its document");
        }
        JsonLocation location = e.getLocation();
        long at = location == null ? -1 : window.distanceTo(current, location.getByteOffset());
        return malformed(at < 0 ? "is not JSON in UTF-8" : "is not JSON in UTF-8, at or before byte " + at);
    }

    private static IngestException malformed(String what) {
        return new IngestException(JsonErrorCode.JSON_MALFORMED, "the value " + what);
    }

    private static IngestException loneSurrogate(int at) {
        return new IngestException(
                JsonErrorCode.JSON_LONE_SURROGATE,
                "the value escapes half of a surrogate pair without the other half, at byte " + at
                        + "; the lake holds no such text");
    }
}
