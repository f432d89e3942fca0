package org.lakeingest.format.json;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Nested;
import org.lakeingest.api.BytesColumn;
import org.lakeingest.api.Decoder;
import org.lakeingest.api.IngestException;
import org.lakeingest.api.RecordBatch;
import org.lakeingest.api.RowAppender;
import org.lakeingest.api.RowCollector;
import org.lakeingest.api.Schema;
import org.lakeingest.api.Target;
import org.lakeingest.api.TargetColumns;
import org.lakeingest.testkit.DecoderContract;
import org.lakeingest.testkit.TestPluginContext;

/** What every decoder owes the engine, for columns that are inferred, those of a target, and the rest. */
class ColumnsContractTest {
    private static final List<String> BAD = List.of(
            "not json at all",
            "{\"sequence\":1,",
            "{\"sequence\":1,\"sequence\":2}",
            "{\"sequence\":1,\"SEQUENCE\":2}",
            "[\"sequence\",1]",
            "{\"sequence\":1} {}",
            "{\"name\":{\"a\":1,\"a\":2}}");

    private static List<byte[]> bytes(List<String> texts) {
        return texts.stream().map(text -> text.getBytes(UTF_8)).toList();
    }

    private static byte[] huge() {
        return ("{\"sequence\":3,\"name\":\"" + "x".repeat(2_000_000) + "\"}").getBytes(UTF_8);
    }

    @Nested
    class Inferred extends DecoderContract {
        @Override
        protected Decoder newDecoder() {
            return Decoders.inferring("");
        }

        @Override
        protected Map<Trait, String> switchedOff() {
            return Map.of(
                    Trait.NEVER_THROWS,
                    "what random documents hold becomes columns, which rows after them have, too; see the properties");
        }

        @Override
        protected List<Golden> golden() {
            return List.of(
                    Golden.of("{\"sequence\":1,\"name\":\"load-00000001\"}", 1L, "load-00000001"),
                    Golden.of("{\"Name\":\"\",\"none\":null,\"sequence\":2}", 2L, ""));
        }

        @Override
        protected List<byte[]> badPayloads() {
            return bytes(BAD);
        }

        @Override
        protected byte[] hugePayload() {
            return huge();
        }
    }

    @Nested
    class OfTheTarget extends DecoderContract {
        @Override
        protected Decoder newDecoder() {
            return new ForTarget(
                    Decoders.inferring("unknown-fields: ignore"),
                    TargetColumnsTest.closed("name", "string", "sequence", "bigint", "at", "timestamp"));
        }

        @Override
        protected List<Golden> golden() {
            return List.of(
                    Golden.of("{\"sequence\":\"1\",\"name\":\"load-00000001\",\"x\":{}}", "load-00000001", 1L, null),
                    Golden.of("{\"Name\":1.50}", "1.50", null, null));
        }

        @Override
        protected List<byte[]> badPayloads() {
            return bytes(BAD);
        }

        @Override
        protected byte[] hugePayload() {
            return huge();
        }
    }

    @Nested
    class WithTheRest extends DecoderContract {
        @Override
        protected Decoder newDecoder() {
            return Decoders.create(
                    Decoders.config(Decoders.columns("sequence", "bigint not null"), "unknown-fields: rest"),
                    new TestPluginContext());
        }

        @Override
        protected List<Golden> golden() {
            return List.of(
                    Golden.of("{\"sequence\":1,\"name\":\"load-00000001\"}", 1L, "{\"name\":\"load-00000001\"}"),
                    Golden.of("{\"sequence\":2}", 2L, null));
        }

        @Override
        protected List<byte[]> badPayloads() {
            return bytes(BAD);
        }

        @Override
        protected byte[] hugePayload() {
            return huge();
        }
    }

    /** Passes everything on, and says what the target holds. */
    private record ForTarget(Decoder decoder, TargetColumns target) implements Decoder {
        @Override
        public void decode(RecordBatch origin, BytesColumn payloads, RowCollector output) {
            decoder.decode(origin, payloads, new RowCollector() {
                @Override
                public RowAppender appender(Target bound, Schema schema) {
                    return output.appender(bound, schema);
                }

                @Override
                public void reject(int inputIndex, IngestException reason) {
                    output.reject(inputIndex, reason);
                }

                @Override
                public Optional<TargetColumns> columnsOf(Target bound) {
                    return Optional.of(target);
                }
            });
        }

        @Override
        public void close() {
            decoder.close();
        }
    }
}
