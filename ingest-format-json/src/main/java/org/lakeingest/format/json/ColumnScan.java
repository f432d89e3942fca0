package org.lakeingest.format.json;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.base.ParserBase;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.lakeingest.api.BytesColumn;
import org.lakeingest.api.IngestException;
import org.lakeingest.format.json.PlannedColumn.Growth;

/**
 * Looks ahead when a document does not fit the plan, so that all that is new in the next ones makes one new schema instead of
 * many. Learns from documents only that would become rows. Confined to one thread.
 */
final class ColumnScan {
    private static final int MOST_DOCUMENTS = 1000;
    private static final int ONE_PAYLOAD = 0;

    private final JsonFactory factory;
    private final DocumentWalker walker;
    private final PayloadWindow window = new PayloadWindow();
    private final int maxColumns;
    /** Of the document in hand: shapes by name of the column. */
    private final Map<String, Integer> found = new LinkedHashMap<>();

    private final Set<String> added = new HashSet<>();

    ColumnScan(JsonFactory factory, DocumentWalker walker, int maxColumns) {
        this.factory = factory;
        this.walker = walker;
        this.maxColumns = maxColumns;
    }

    /**
     * Scans the payloads from {@code from} on, and lets the memory learn what is new.
     *
     * @return why the first of them is no row, in which case nothing was learnt; or null
     */
    @Nullable
    IngestException scan(BytesColumn payloads, int from, ColumnPlan plan, ColumnMemory memory) {
        added.clear();
        int end = Math.min(payloads.size(), from + MOST_DOCUMENTS);
        for (int i = from; i < end; i++) {
            found.clear();
            IngestException fault = look(payloads, i, plan);
            if (fault == null) {
                fault = learn(plan, memory);
            }
            if (fault != null && i == from) {
                return fault;
            }
        }
        return null;
    }

    private @Nullable IngestException look(BytesColumn payloads, int index, ColumnPlan plan) {
        if (window.fill(payloads, index, ONE_PAYLOAD) != SurrogateCheck.FINE) {
            return malformed();
        }
        if (window.isEmpty(index)) {
            return null;
        }
        try (JsonParser parser = factory.createParser(window.bytes(), 0, window.length())) {
            return look((ParserBase) parser, plan);
        } catch (JsonProcessingException e) {
            return malformed();
        } catch (IOException e) {
            throw new UncheckedIOException("reading from an array cannot fail", e);
        }
    }

    private @Nullable IngestException look(ParserBase parser, ColumnPlan plan) throws IOException {
        if (parser.nextToken() != JsonToken.START_OBJECT) {
            return RowReader.noObject();
        }
        while (parser.nextToken() == JsonToken.FIELD_NAME) {
            String name = parser.currentName();
            PlannedColumn column = plan.columnOf(name);
            parser.nextToken();
            int shape = Shapes.of(parser);
            IngestException fault = walker.walk(parser);
            if (fault != null) {
                return column == null
                        ? fault
                        : new IngestException(
                                fault.code(), "in the field '" + column.name() + "' " + fault.getMessage());
            }
            fault = take(name, shape, column, plan);
            if (fault != null) {
                return fault;
            }
        }
        return parser.nextToken() == null ? null : malformed();
    }

    private @Nullable IngestException take(String name, int shape, @Nullable PlannedColumn column, ColumnPlan plan) {
        if (column == null && (!plan.adds() || name.isEmpty())) {
            return plan.refusalOf(shape == Shapes.NONE);
        }
        String key = column == null ? name.toLowerCase(Locale.ROOT) : column.name();
        return found.put(key, shape) == null ? null : ColumnPlan.twice(key);
    }

    private @Nullable IngestException learn(ColumnPlan plan, ColumnMemory memory) {
        int more = 0;
        for (Map.Entry<String, Integer> field : found.entrySet()) {
            boolean isNew = field.getValue() != Shapes.NONE && plan.columnOf(field.getKey()) == null;
            more += isNew && !added.contains(field.getKey()) ? 1 : 0;
        }
        if (more > 0 && plan.size() + added.size() + more > maxColumns) {
            return new IngestException(
                    JsonErrorCode.JSON_TOO_MANY_COLUMNS,
                    "the document has a new field, and there are " + (plan.size() + added.size())
                            + " columns; max-columns allows " + maxColumns);
        }
        for (Map.Entry<String, Integer> field : found.entrySet()) {
            learn(field.getKey(), field.getValue(), plan.columnOf(field.getKey()), memory);
        }
        return null;
    }

    private void learn(String name, int shape, @Nullable PlannedColumn column, ColumnMemory memory) {
        if (shape == Shapes.NONE) {
            return;
        }
        if (column == null) {
            added.add(name);
            memory.learn(name, shape);
        } else if (column.growth() == Growth.INFERRED) {
            memory.learn(name, shape);
        } else if (column.growth() == Growth.WIDENS
                && Shapes.surelyUnfit(column.field().type().kind(), shape)) {
            memory.widen(name);
        }
    }

    private static IngestException malformed() {
        return new IngestException(JsonErrorCode.JSON_MALFORMED, "the value is not one document of JSON in UTF-8");
    }
}
