package org.lakeingest.format.avro;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.lakeingest.testkit.IngestAssertions.assertThat;
import static org.lakeingest.testkit.IngestAssertions.row;

import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericData;
import org.apache.avro.util.Utf8;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.lakeingest.api.ErrorKind;
import org.lakeingest.api.IngestException;
import org.lakeingest.testkit.CollectedRows;
import org.lakeingest.testkit.RecordBatches;

class AvroTypesTest {
    @Test
    void readsPlainTypes() {
        assertThat(value("\"boolean\"", true)).isEqualTo(true);
        assertThat(value("\"int\"", Integer.MIN_VALUE)).isEqualTo((long) Integer.MIN_VALUE);
        assertThat(value("\"long\"", Long.MAX_VALUE)).isEqualTo(Long.MAX_VALUE);
        assertThat(value("\"float\"", 1.5f)).isEqualTo(1.5f);
        assertThat(value("\"double\"", -2.25)).isEqualTo(-2.25);
        assertThat(value("\"string\"", "\u8d1f\ud83d\ude00")).isEqualTo("\u8d1f\ud83d\ude00");
        assertThat(value("\"bytes\"", ByteBuffer.wrap(new byte[] {0, -1})))
                .isEqualTo(ByteBuffer.wrap(new byte[] {0, -1}));
        assertThat(value("[\"null\",\"string\"]", null)).isNull();
        assertThat(value("[\"string\"]", "alone")).isEqualTo("alone");
        assertThat(value("\"null\"", null)).isNull();
        String fixed = "{\"type\":\"fixed\",\"name\":\"F\",\"size\":3}";
        assertThat(value(fixed, new GenericData.Fixed(Avro.schema(fixed), new byte[] {1, 2, 3})))
                .isEqualTo(ByteBuffer.wrap(new byte[] {1, 2, 3}));
        assertThat(value("{\"type\":\"int\",\"logicalType\":\"time-millis\"}", 5))
                .isEqualTo(5L);
        assertThat(value("{\"type\":\"long\",\"logicalType\":\"nobody-knows\"}", 5L))
                .isEqualTo(5L);
    }

    @Test
    void readsLogicalTypes() {
        UUID uuid = UUID.fromString("0190b8a3-0000-7fff-8000-00ffee000001");
        String fixed = "{\"type\":\"fixed\",\"name\":\"U\",\"size\":16,\"logicalType\":\"uuid\"}";
        byte[] sixteen = ByteBuffer.allocate(16)
                .putLong(uuid.getMostSignificantBits())
                .putLong(uuid.getLeastSignificantBits())
                .array();

        assertThat(value("{\"type\":\"string\",\"logicalType\":\"uuid\"}", uuid.toString()))
                .isEqualTo(uuid.toString());
        assertThat(value(fixed, new GenericData.Fixed(Avro.schema(fixed), sixteen)))
                .isEqualTo(uuid.toString());
        assertThat(value("{\"type\":\"int\",\"logicalType\":\"date\"}", 20_000))
                .isEqualTo(LocalDate.ofEpochDay(20_000));
        assertThat(value(time("timestamp-millis"), -1L)).isEqualTo(Instant.ofEpochMilli(-1));
        assertThat(value(time("timestamp-micros"), 1_000_001L)).isEqualTo(Instant.ofEpochSecond(1, 1_000));
        assertThat(value(time("timestamp-nanos"), -1L)).isEqualTo(Instant.ofEpochSecond(-1, 999_999_000));
        assertThat(value(time("local-timestamp-millis"), 5L)).isEqualTo(Instant.ofEpochMilli(5));
    }

    private static String time(String logicalType) {
        return "{\"type\":\"long\",\"logicalType\":\"" + logicalType + "\"}";
    }

    @ParameterizedTest
    @CsvSource({
        "10,2,12345678.90,false",
        "10,2,-0.01,false",
        "4,0,9999,true",
        "18,18,-0.999999999999999999,false",
        "18,0,999999999999999999,true",
        "19,0,9999999999999999999,false",
        "38,10,-1234567890123456789012345678.0123456789,true",
        "76,0,1e75,false"
    })
    void readsDecimalsOfAnySize(int precision, int scale, BigDecimal decimal, boolean fixed) {
        BigDecimal expected = decimal.setScale(scale);

        assertThat(value(
                        decimalType(precision, scale, fixed),
                        decimalValue(expected.unscaledValue(), precision, scale, fixed)))
                .isEqualTo(expected);
    }

    private static String decimalType(int precision, int scale, boolean fixed) {
        return "{\"type\":" + (fixed ? "\"fixed\",\"name\":\"D\",\"size\":20" : "\"bytes\"")
                + ",\"logicalType\":\"decimal\",\"precision\":" + precision + ",\"scale\":" + scale + "}";
    }

    private static Object decimalValue(BigInteger unscaled, int precision, int scale, boolean fixed) {
        byte[] bytes = unscaled.toByteArray();
        if (!fixed) {
            return ByteBuffer.wrap(bytes);
        }
        byte[] padded = new byte[20];
        Arrays.fill(padded, unscaled.signum() < 0 ? (byte) -1 : 0);
        System.arraycopy(bytes, 0, padded, padded.length - bytes.length, bytes.length);
        return new GenericData.Fixed(Avro.schema(decimalType(precision, scale, true)), padded);
    }

    @Test
    void rejectsWhatAColumnCannotHold() {
        assertRejected(
                decimalType(4, 2, false),
                ByteBuffer.wrap(BigInteger.valueOf(10_000).toByteArray()),
                AvroErrorCode.AVRO_OUT_OF_RANGE);
        assertRejected(
                decimalType(4, 2, false),
                ByteBuffer.wrap(BigInteger.valueOf(Long.MIN_VALUE).toByteArray()),
                AvroErrorCode.AVRO_OUT_OF_RANGE);
        assertRejected(
                decimalType(4, 2, false),
                ByteBuffer.wrap(BigInteger.TEN.pow(30).toByteArray()),
                AvroErrorCode.AVRO_OUT_OF_RANGE);
        assertRejected(
                decimalType(20, 2, false),
                ByteBuffer.wrap(BigInteger.TEN.pow(20).negate().toByteArray()),
                AvroErrorCode.AVRO_OUT_OF_RANGE);
        assertRejected(decimalType(4, 2, false), ByteBuffer.allocate(0), AvroErrorCode.AVRO_MALFORMED);
        assertRejected(
                "{\"type\":\"int\",\"logicalType\":\"date\"}", Integer.MAX_VALUE, AvroErrorCode.AVRO_OUT_OF_RANGE);
        assertRejected(time("timestamp-millis"), Long.MAX_VALUE, AvroErrorCode.AVRO_OUT_OF_RANGE);
        assertRejected(time("timestamp-micros"), -62_135_596_800_000_001L, AvroErrorCode.AVRO_OUT_OF_RANGE);
        assertRejected(
                "\"string\"", new Utf8(new byte[] {'a', (byte) 0xC0, (byte) 0xAF}), AvroErrorCode.AVRO_MALFORMED);
    }

    @Test
    void saysThatRegistryFramingIsNotRead() {
        CollectedRows rows =
                decode(Avro.recordOf("\"string\""), new byte[] {0, 0, 0, 0, 7, 2, 'x'}, new byte[] {1, 2, 3, 4, 5, 6});

        assertThat(rows).rejectsExactly(0, 1);
        assertThat(rows.rejects().get(0)).hasMessageContaining("schema registry");
        assertThat(rows.rejects().get(1)).hasMessageNotContaining("schema registry");
    }

    @Test
    void makesARowOfNullsOfATombstoneWhereItMay() {
        assertThat(decodeTombstone(Avro.recordOf("[\"null\",\"long\"]"))).containsExactlyRows(row((Object) null));
        assertThat(decodeTombstone(Avro.recordOf("\"long\""))).rejects(0, AvroErrorCode.AVRO_REQUIRED);
        assertThat(decode(Avro.recordOf("\"long\""), new byte[0])).rejects(0, AvroErrorCode.AVRO_MALFORMED);
    }

    @Test
    void refusesListsThatClaimMoreThanTheyHold() {
        byte[] endless = {-2, -1, -1, -1, -1, -1, -1, -1, 127, 2, 2, 2, 2, 2};

        assertThat(decode(Avro.recordOf("{\"type\":\"array\",\"items\":\"long\"}"), endless))
                .rejects(0, AvroErrorCode.AVRO_MALFORMED);
        assertThat(decode(Avro.recordOf("{\"type\":\"map\",\"values\":\"null\"}"), endless))
                .rejects(0, AvroErrorCode.AVRO_MALFORMED);
    }

    @Test
    void readsEveryCutOfEveryValueOrRejectsIt() {
        Schema schema = Avro.schema("""
                {"type":"record","name":"R","fields":[{"name":"a","type":"string"},{"name":"b","type":{"type":"array","items":"int"}},
                {"name":"c","type":"double"},{"name":"d","type":["null","bytes"]},{"name":"e","type":"long"}]}""");
        Random random = new Random(5);
        for (int round = 0; round < 200; round++) {
            String text = "x".repeat(random.nextInt(30));
            List<Integer> numbers = random.ints(random.nextInt(5)).boxed().toList();
            ByteBuffer blob = ByteBuffer.wrap(new byte[random.nextInt(20)]);
            long last = random.nextLong();
            byte[] whole = Avro.bytes(Avro.record(schema, "a", text, "b", numbers, "c", 0.5, "d", blob, "e", last));
            List<byte[]> payloads = new ArrayList<>();
            for (int length = 0; length <= whole.length; length++) {
                payloads.add(Arrays.copyOf(whole, length));
            }
            payloads.add(Arrays.copyOf(whole, whole.length + 1));

            CollectedRows rows = decode(schema, payloads.toArray(byte[][]::new));

            assertThat(rows)
                    .containsExactlyRows(
                            row(text, numbers.stream().map(Integer::longValue).toList(), 0.5, blob, last));
            assertThat(rows.rejects()).hasSize(whole.length + 1).doesNotContainKey(whole.length);
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "\"string\" | describes no record",
                "{\"type\":\"record\",\"name\":\"R\",\"fields\":[]} | is a record without fields",
                "{\"type\":\"recrod\"} | is not an Avro schema",
                "not json | is not an Avro schema",
                "`` | is not an Avro schema",
                "@[\"string\",\"int\"] | 'v' that is a union of several types",
                "@[\"null\",\"int\",\"string\"] | is a union of several types",
                "@[\"null\",\"R\"] | 'v' that contains itself",
                "@{\"type\":\"array\",\"items\":\"null\"} | takes no bytes",
                "@{\"type\":\"bytes\",\"logicalType\":\"decimal\",\"precision\":77} | 77 digits",
                "@{\"type\":\"bytes\",\"logicalType\":\"big-decimal\"} | big-decimal"
            })
    void namesTheFileAndWhatIsWrongWithIt(String text, String message, @TempDir Path folder) throws IOException {
        Path file = folder.resolve("broken.avsc");
        Files.writeString(
                file, text.startsWith("@") ? Avro.recordOf(text.substring(1)).toString() : text);

        assertThat(openingOf(file)).hasMessageContaining(message);
    }

    @Test
    void namesTheFileThatCannotBeRead(@TempDir Path folder) {
        assertThat(openingOf(folder.resolve("none.avsc"))).hasMessageContaining("does not exist");
        assertThat(openingOf(folder)).hasMessageContaining("cannot be read");
    }

    private static IngestException openingOf(Path file) {
        IngestException failure = catchThrowableOfType(IngestException.class, () -> SchemaFile.read(file));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new AvroDecoderConfig(file))
                .withMessage(failure.getMessage());
        assertThat(failure.code()).isEqualTo(AvroErrorCode.AVRO_SCHEMA);
        assertThat(failure.code().kind()).isEqualTo(ErrorKind.CONFIGURATION);
        assertThat(failure).hasMessageStartingWith("schema-file: '" + file + "' ");
        assertThat(failure.getMessage()).doesNotContain("\n");
        return failure;
    }

    private static @Nullable Object value(String type, @Nullable Object value) {
        Schema schema = Avro.recordOf(type);
        GenericData.Record record = new GenericData.Record(schema);
        record.put("v", value);
        CollectedRows rows = decode(schema, Avro.bytes(record));
        assertThat(rows).rejectsNothing().hasRowCount(1);
        return rows.rows().get(0).get(0);
    }

    private static void assertRejected(String type, Object value, AvroErrorCode code) {
        Schema schema = Avro.recordOf(type);
        assertThat(decode(schema, Avro.bytes(Avro.record(schema, "v", value))))
                .hasRowCount(0)
                .rejects(0, code);
    }

    private static CollectedRows decode(Schema schema, byte[]... payloads) {
        return CollectedRows.decode(
                new AvroDecoder(ColumnWriterPlan.compile(schema)), RecordBatches.ofValues(payloads));
    }

    private static CollectedRows decodeTombstone(Schema schema) {
        return CollectedRows.decode(
                new AvroDecoder(ColumnWriterPlan.compile(schema)),
                RecordBatches.at("test", 0, 0).tombstone("key").build());
    }
}
