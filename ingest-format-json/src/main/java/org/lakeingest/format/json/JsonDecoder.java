package org.lakeingest.format.json;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
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
    private final int maxDepth;
    private int limit = LARGEST_WINDOW;
    private int current;
    private boolean rowOpen;

    JsonDecoder(RowReader reader, PayloadWindow window, int maxDepth) {
        this.reader = reader;
        this.window = window;
        this.maxDepth = maxDepth;
        this.factory = newFactory(maxDepth);
    }

    private static JsonFactory newFactory(int maxDepth) {
        return JsonFactory.builder()
                // Interning costs a lookup in a table of the whole process for each new name.
                .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
                // A document with unlucky names is slow, not wrong.
                .disable(JsonFactory.Feature.FAIL_ON_SYMBOL_HASH_OVERFLOW)
                .enable(StreamReadFeature.USE_FAST_DOUBLE_PARSER)
                .streamReadConstraints(StreamReadConstraints.builder()
                        .maxNestingDepth(maxDepth)
                        .maxNumberLength(Integer.MAX_VALUE)
                        .maxStringLength(Integer.MAX_VALUE)
                        .maxNameLength(Integer.MAX_VALUE)
                        .build())
                .build();
    }

    @Override
    public void decode(RecordBatch origin, BytesColumn payloads, RowCollector output) {
        RowAppender rows = output.appender(Target.DEFAULT, reader.schema());
        int next = 0;
        while (next < payloads.size()) {
            next = decodeWindow(next, payloads, rows, output);
        }
        reader.batchDone();
    }

    /** Settles one payload or more, and returns the first that is not settled. */
    private int decodeWindow(int from, BytesColumn payloads, RowAppender rows, RowCollector output) {
        int fault = window.fill(payloads, from, limit);
        if (fault != SurrogateCheck.FINE) {
            output.reject(from, loneSurrogate(fault));
            return from + 1;
        }
        boolean alone = window.holdsOne();
        current = from;
        IngestException reason;
        try (JsonParser parser = factory.createParser(window.bytes(), 0, window.length())) {
            reason = readWindow((ParserBase) parser, payloads, rows, output);
        } catch (JsonProcessingException e) {
            reason = malformed(e);
        } catch (IOException e) {
            throw new UncheckedIOException("reading from an array cannot fail", e);
        }
        if (reason == null) {
            limit = Math.min(LARGEST_WINDOW, Math.max(2 * limit, WINDOW_AFTER_FAULT));
            return window.endPayload();
        }
        if (rowOpen) {
            rows.discardRow();
            rowOpen = false;
        }
        if (!alone) {
            limit = ONE_PAYLOAD;
            return current;
        }
        limit = WINDOW_AFTER_FAULT;
        output.reject(current, reason);
        return current + 1;
    }

    /** Returns null when every payload is settled; else why {@link #current} is not, in a window of one: why it is rejected. */
    private @Nullable IngestException readWindow(
            ParserBase parser, BytesColumn payloads, RowAppender rows, RowCollector output) throws IOException {
        JsonToken token = parser.nextToken();
        for (; current < window.endPayload(); current++) {
            if (window.isEmpty(current)) {
                begin(rows);
                settle(reader.readEmpty(rows), rows, output);
                continue;
            }
            int end = window.endOf(current);
            if (token == null || tokenStart(parser) >= end) {
                return malformed("holds no value, only white space");
            }
            begin(rows);
            IngestException fault = reader.read(parser, rows, payloads, current);
            while (!parser.getParsingContext().inRoot()) {
                parser.nextToken();
            }
            if (tokenStart(parser) >= end) {
                return malformed("ends inside its document");
            }
            token = parser.nextToken();
            if (token != null && tokenStart(parser) < end) {
                return malformed("holds more than one value, the second at byte "
                        + (tokenStart(parser) - window.startOf(current)));
            }
            settle(fault, rows, output);
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

    /** Index in the window of the current token's first byte. The parser counts one further, and makes no object of it. */
    static int tokenStart(ParserBase parser) {
        return (int) parser.getTokenCharacterOffset() - 1;
    }

    private IngestException malformed(JsonProcessingException e) {
        if (e instanceof StreamConstraintsException) {
            return new IngestException(
                    JsonErrorCode.JSON_TOO_DEEP,
                    "the value is nested deeper than " + maxDepth + " levels (see the option max-depth)");
        }
        if (e instanceof JsonEOFException) {
            return malformed("ends inside its document");
        }
        JsonLocation location = e.getLocation();
        long at = location == null ? -1 : location.getByteOffset() - window.startOf(current);
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
