package org.lakeingest.format.json;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.jspecify.annotations.Nullable;
import org.lakeingest.api.ColumnType.Kind;
import org.lakeingest.api.Decoder;
import org.lakeingest.api.RecordBatch;
import org.lakeingest.api.RowBatch;
import org.lakeingest.api.Schema;
import org.lakeingest.api.TargetColumns;
import org.lakeingest.testkit.CollectedRows;
import org.lakeingest.testkit.RecordBatches;
import org.lakeingest.testkit.RowValues;

/** Whatever a stream of objects does, its rows give the objects back by value, or the record was rejected. */
class InferredColumnsPropertiesTest {
    private static final ObjectMapper JSON = JsonMapper.builder()
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS, DeserializationFeature.USE_BIG_INTEGER_FOR_INTS)
            .build();

    private static final String[] STRANGE = {
        "", "{", "}", "[", "\"", "\\", ",", ":", "\n", "null", "0", "\\ud800", "{}", "\ufeff", "\u0000", "\"x\":1,"
    };

    @Property(tries = 100)
    void rowsOfAnUnknownTargetAreTheDocuments(@ForAll long seed) {
        Random random = new Random(seed);
        RandomObjects objects = new RandomObjects(random);
        Decoder decoder = Decoders.inferring("");
        Set<String> columns = new HashSet<>();
        for (int i = 0; i < 4; i++) {
            List<String> batch = objects.batch(30);

            CollectedRows rows = decode(decoder, batch, null);

            check(batch, rows, true, false);
            if (!rows.batches().isEmpty()) {
                Set<String> names = names(rows.batches().get(rows.batches().size() - 1));
                columns.remove("_rest");
                assertThat(names).containsAll(columns);
                columns.addAll(names);
            }
        }
    }

    @Property(tries = 100)
    void rowsOfATargetThatFollowsAreTheDocuments(@ForAll long seed) {
        Random random = new Random(seed);
        RandomObjects objects = new RandomObjects(random);
        Decoder decoder = Decoders.inferring("");
        TargetColumns target = null;
        for (int i = 0; i < 6; i++) {
            List<String> batch = objects.batch(20);

            CollectedRows rows = decode(decoder, batch, target);

            check(batch, rows, true, false);
            target = random.nextBoolean() ? follow(target, rows, random) : target;
        }
    }

    @Property(tries = 100)
    void rowsOfATargetThatStaysAreTheDocumentsOrRejected(@ForAll long seed) {
        Random random = new Random(seed);
        RandomObjects objects = new RandomObjects(random);
        TargetColumns seen = follow(null, decode(Decoders.inferring(""), objects.batch(10), null), random);
        TargetColumns target =
                new TargetColumns(seen.schema(), seen.defaulted(), random.nextBoolean(), random.nextInt(4) == 0);
        boolean keepsRest = target.takesNewColumns() && random.nextBoolean();
        Decoder decoder = Decoders.inferring(keepsRest ? "unknown-fields: rest" : "");
        for (int i = 0; i < 4; i++) {
            List<String> batch = objects.batch(20);

            check(batch, decode(decoder, batch, target), false, keepsRest);
        }
    }

    /** Documents that are cut, joined or changed neither spoil their neighbours nor make columns. */
    @Property(tries = 300)
    void theVerdictOnADocumentDoesNotDependOnItsNeighbours(@ForAll long seed) {
        Random random = new Random(seed);
        List<String> batch = new ArrayList<>(new RandomObjects(random).batch(20));
        for (int i = random.nextInt(4); i >= 0; i--) {
            int victim = random.nextInt(batch.size());
            String document = batch.get(victim);
            int at = random.nextInt(document.length() + 1);
            String strange = STRANGE[random.nextInt(STRANGE.length)];
            batch.set(
                    victim,
                    document.substring(0, at)
                            + strange
                            + document.substring(Math.min(at + random.nextInt(3), document.length())));
            if (random.nextInt(3) == 0) {
                batch.add(victim, document.substring(at));
            }
        }

        CollectedRows together = decode(Decoders.inferring("max-columns: 10000"), batch, null);

        Set<String> columns = new HashSet<>(Set.of("_rest"));
        for (int i = 0; i < batch.size(); i++) {
            CollectedRows alone = decode(Decoders.inferring(""), List.of(batch.get(i)), null);
            assertThat(together.rejects().containsKey(i))
                    .as(batch.get(i))
                    .isEqualTo(!alone.rejects().isEmpty());
            alone.batches().forEach(part -> columns.addAll(names(part)));
        }
        together.batches().forEach(part -> assertThat(columns).containsAll(names(part)));
    }

    private static CollectedRows decode(Decoder decoder, List<String> batch, @Nullable TargetColumns target) {
        RecordBatch records = RecordBatches.ofValues(batch.toArray(String[]::new));
        return CollectedRows.decode(decoder, records, records.values(), (stream, name) -> Optional.ofNullable(target));
    }

    /** A target that took over all that the rows brought, as a sink would that adds and widens columns. */
    private static TargetColumns follow(@Nullable TargetColumns target, CollectedRows rows, Random random) {
        Map<String, Schema.Field> fields = new LinkedHashMap<>();
        if (target != null) {
            target.schema().fields().forEach(field -> fields.put(field.name(), field));
        }
        rows.batches().forEach(batch -> batch.schema().fields().forEach(field -> fields.put(field.name(), field)));
        Set<String> defaulted = new HashSet<>();
        fields.keySet().forEach(name -> {
            if (random.nextInt(4) == 0) {
                defaulted.add(name);
            }
        });
        if (fields.isEmpty() || defaulted.size() == fields.size()) {
            fields.putAll(Map.of(
                    "other",
                    ColumnText.schema(Map.of("other", "bigint")).fields().get(0)));
        }
        return new TargetColumns(new Schema(List.copyOf(fields.values())), defaulted, true, true);
    }

    private static void check(List<String> batch, CollectedRows rows, boolean keepsAll, boolean keepsRest) {
        Map<Integer, Fields> documents = new LinkedHashMap<>();
        for (int i = 0; i < batch.size(); i++) {
            Fields fields = Fields.of(batch.get(i));
            boolean isRejected = rows.rejects().containsKey(i);
            if (keepsAll && !fields.values.containsKey("")) {
                assertThat(isRejected).as(batch.get(i)).isEqualTo(fields.collide);
            }
            if (!isRejected) {
                documents.put(i, fields);
            }
        }
        for (RowBatch part : rows.batches()) {
            for (int row = 0; row < part.rowCount(); row++) {
                Fields document = documents.remove(part.originIndex(row));
                assertThat(document)
                        .as("rows of %s", batch.get(part.originIndex(row)))
                        .isNotNull();
                if (!document.collide) {
                    checkRow(new LinkedHashMap<>(document.values), part, row, keepsAll, keepsRest);
                }
            }
        }
        assertThat(documents).isEmpty();
    }

    private static void checkRow(
            Map<String, JsonNode> document, RowBatch part, int row, boolean exact, boolean keepsRest) {

        for (int i = 0; i < part.schema().fields().size(); i++) {
            Schema.Field field = part.schema().fields().get(i);
            Object actual = RowValues.value(field.type(), part.column(i), row);
            JsonNode expected = document.remove(field.name());
            if (expected != null) {
                Kind kind = field.type().kind();
                assertThat(exact ? isSame(expected, actual, kind) : isAlike(expected, actual, kind))
                        .as("%s is %s as %s", expected, actual, field)
                        .isTrue();
            } else if (actual != null && keepsRest && field.name().equals("_rest")) {
                Fields.of(String.valueOf(actual))
                        .values
                        .forEach((name, value) -> assertThat(
                                        value.equals(InferredColumnsPropertiesTest::compare, document.remove(name)))
                                .isTrue());
            } else {
                assertThat(actual).as("%s", field).isNull();
            }
        }
        assertThat(document).as("fields that no column holds").isEmpty();
    }

    /** Fields with a value, by lower-case name. */
    private static final class Fields {
        private final Map<String, JsonNode> values = new LinkedHashMap<>();
        /** Whether names are the same, case aside. */
        private boolean collide;

        static Fields of(String text) {
            Fields fields = new Fields();
            Set<String> names = new HashSet<>();
            try (JsonParser parser = JSON.createParser(text)) {
                parser.nextToken();
                while (parser.nextToken() == JsonToken.FIELD_NAME) {
                    String name = parser.currentName().toLowerCase(Locale.ROOT);
                    parser.nextToken();
                    JsonNode value = JSON.readTree(parser);
                    fields.collide |= !names.add(name) && !name.isEmpty();
                    if (!value.isNull()) {
                        fields.values.put(name, value);
                    }
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            return fields;
        }
    }

    /** Nothing was converted on the way. */
    private static boolean isSame(JsonNode expected, @Nullable Object actual, Kind kind) {
        return actual != null
                && switch (kind) {
                    case VARIANT -> expected.equals(InferredColumnsPropertiesTest::compare, parse(actual.toString()));
                    case STRING -> expected.isTextual() && expected.asText().equals(actual);
                    case BOOLEAN -> expected.isBoolean() && actual.equals(expected.booleanValue());
                    default ->
                        expected.isNumber()
                                && expected.decimalValue().compareTo(new BigDecimal(actual.toString())) == 0;
                };
    }

    /** At most as a table says that is what it is. */
    private static boolean isAlike(JsonNode expected, @Nullable Object actual, Kind kind) {
        if (actual == null || isSame(expected, actual, kind)) {
            return actual != null;
        }
        return switch (kind) {
            case STRING ->
                expected.isNumber()
                        ? expected.decimalValue().compareTo(new BigDecimal(actual.toString())) == 0
                        : expected.isBoolean() && expected.asText().equals(actual);
            case FLOAT64 -> Double.compare(Double.parseDouble(expected.asText()) + 0.0, (double) actual + 0.0) == 0;
            case BOOLEAN -> expected.isTextual() && expected.asText().equals(actual.toString());
            case INT64, DECIMAL -> new BigDecimal(expected.asText()).compareTo(new BigDecimal(actual.toString())) == 0;
            default -> false;
        };
    }

    private static JsonNode parse(String text) {
        try {
            return JSON.readTree(text);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a VARIANT holds JSON", e);
        }
    }

    private static int compare(JsonNode one, JsonNode other) {
        if (one.isNumber() && other.isNumber()) {
            return one.decimalValue().compareTo(other.decimalValue());
        }
        return one.equals(other) ? 0 : 1;
    }

    private static Set<String> names(RowBatch batch) {
        Set<String> names = new HashSet<>();
        batch.schema().fields().forEach(field -> names.add(field.name()));
        return names;
    }
}
