package org.lakeingest.format.avro;

import static org.lakeingest.testkit.IngestAssertions.row;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericRecord;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Nested;
import org.lakeingest.api.ComponentFactory;
import org.lakeingest.api.Decoder;
import org.lakeingest.testkit.ConfigContract;
import org.lakeingest.testkit.DecoderContract;
import org.lakeingest.testkit.TestPluginContext;

class AvroDecoderContractTest {
    private static final Path ORDER = Path.of("src/test/resources/order.avsc");

    @Nested
    class Orders extends DecoderContract {
        private final Schema schema = readSchema();

        @Override
        protected Decoder newDecoder() {
            return new AvroDecoderFactory().create(new AvroDecoderConfig(ORDER), new TestPluginContext());
        }

        @Override
        protected List<Golden> golden() {
            Map<String, @Nullable Object> labels = new LinkedHashMap<>();
            labels.put("a", "b");
            labels.put("c", null);
            return List.of(
                    Golden.of(
                            order(7, "anna", "PAID", 1234567, List.of(line("sku-1", 2), line("sku-2", null)), labels),
                            row(
                                    7L,
                                    "anna",
                                    "PAID",
                                    new BigDecimal("12345.67"),
                                    Instant.ofEpochMilli(1_700_000_000_123L),
                                    List.of(Map.of("sku", "sku-1", "quantity", 2L), withNull("sku-2")),
                                    labels)),
                    Golden.of(
                            order(-1, null, "OPEN", -5, List.of(), Map.of()),
                            row(
                                    -1L,
                                    null,
                                    "OPEN",
                                    new BigDecimal("-0.05"),
                                    Instant.ofEpochMilli(1_700_000_000_123L),
                                    List.of(),
                                    Map.of())));
        }

        @Override
        protected List<byte[]> badPayloads() {
            byte[] good = golden().get(0).payload();
            byte[] longer = Arrays.copyOf(good, good.length + 1);
            byte[] shorter = Arrays.copyOf(good, good.length - 1);
            byte[] noSuchBranch = good.clone();
            noSuchBranch[1] = 4;
            byte[] hugeLength = good.clone();
            Arrays.fill(hugeLength, 2, 6, (byte) 0xFF);
            return List.of(
                    longer, shorter, noSuchBranch, hugeLength, "registry: \0\0\0\0\1".getBytes(StandardCharsets.UTF_8));
        }

        @Override
        protected byte[] hugePayload() {
            return order(1, "x".repeat(2_000_000), "OPEN", 0, List.of(), Map.of());
        }

        private GenericRecord line(String sku, @Nullable Integer quantity) {
            GenericRecord line =
                    new GenericData.Record(schema.getField("lines").schema().getElementType());
            line.put("sku", sku);
            line.put("quantity", quantity);
            return line;
        }

        private byte[] order(
                long id,
                @Nullable String customer,
                String state,
                long cents,
                List<GenericRecord> lines,
                Map<String, ?> labels) {
            GenericRecord order = new GenericData.Record(schema);
            order.put("id", id);
            order.put("customer", customer);
            order.put(
                    "state", new GenericData.EnumSymbol(schema.getField("state").schema(), state));
            order.put("total", ByteBuffer.wrap(BigInteger.valueOf(cents).toByteArray()));
            order.put("at", 1_700_000_000_123L);
            order.put("lines", lines);
            order.put("labels", labels);
            return Avro.bytes(order);
        }
    }

    private static Map<String, @Nullable Object> withNull(String sku) {
        Map<String, @Nullable Object> line = new LinkedHashMap<>();
        line.put("sku", sku);
        line.put("quantity", null);
        return line;
    }

    private static Schema readSchema() {
        try {
            return new Schema.Parser().parse(ORDER.toFile());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Nested
    class Config extends ConfigContract<AvroDecoderConfig> {
        @Override
        protected ComponentFactory<?, AvroDecoderConfig> factory() {
            return new AvroDecoderFactory();
        }

        @Override
        protected Map<String, String> least() {
            return Map.of("schema-file", ORDER.toString());
        }

        @Override
        protected AvroDecoderConfig defaults() {
            return new AvroDecoderConfig(ORDER);
        }

        @Override
        protected Map<String, String> everything() {
            return Map.of("schema-file", "src/test/resources/event.avsc");
        }

        @Override
        protected AvroDecoderConfig full() {
            return new AvroDecoderConfig(Path.of("src/test/resources/event.avsc"));
        }

        @Override
        protected Map<Map<String, String>, String> wrong() {
            return Map.of(Map.of("schema-file", "src/test/resources/none.avsc"), "schema-file");
        }

        @Override
        protected String introduction() {
            return """
                    Decoder `avro`

                    Reads values in Avro's binary encoding, all written with the schema in `schema-file`. Its fields become columns:
                    numbers, strings, bytes, enums (as strings), records, arrays, maps, and the logical types decimal, uuid, date and
                    timestamp; a union of a type and null becomes a column that may be null. Times of day become integers.
                    A value with the framing of a schema registry (byte 0 and a number in front) is rejected: that is not read yet.
                    A tombstone becomes a row of nulls where every column may be null, and is rejected otherwise.""";
        }
    }
}
