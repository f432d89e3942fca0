package org.lakeingest.format.json;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.lakeingest.testkit.IngestAssertions.row;

import java.util.List;
import org.junit.jupiter.api.Nested;
import org.lakeingest.api.Decoder;
import org.lakeingest.testkit.DecoderContract;

class JsonDecoderContractTest {
    private static final List<String> NO_DOCUMENTS = List.of(
            "not json at all",
            "{\"sequence\":1,",
            "{\"sequence\":1} {}",
            "[1,2,3,4,5,]",
            "\"a control \u0001\"",
            "          ",
            "{\"a\":1,\"a\":2}");

    private static List<byte[]> bytes(List<String> texts) {
        return texts.stream().map(text -> text.getBytes(UTF_8)).toList();
    }

    @Nested
    class Documents extends DecoderContract {
        @Override
        protected Decoder newDecoder() {
            return Decoders.ofDocuments();
        }

        @Override
        protected List<Golden> golden() {
            return List.of(
                    Golden.of(
                            "{\"sequence\":1,\"name\":\"load-00000001\"}",
                            "{\"sequence\":1,\"name\":\"load-00000001\"}"),
                    Golden.of(" [ 1.10, null ]\n", " [ 1.10, null ]\n"),
                    Golden.of("\"\u8d1f\u8f7d\"", "\"\u8d1f\u8f7d\""),
                    Golden.of("null", "null"));
        }

        @Override
        protected List<byte[]> badPayloads() {
            return bytes(NO_DOCUMENTS);
        }

        @Override
        protected byte[] hugePayload() {
            return ("{\"text\":\"" + "x".repeat(2_000_000) + "\"}").getBytes(UTF_8);
        }
    }

    @Nested
    class Columns extends DecoderContract {
        @Override
        protected Decoder newDecoder() {
            return Decoders.ofColumns(
                    "sequence", "bigint not null", "name", "string", "tags", "array(string)", "more", "variant");
        }

        @Override
        protected List<Golden> golden() {
            return List.of(
                    Golden.of("{\"sequence\":1,\"name\":\"load-00000001\"}", 1L, "load-00000001", null, null),
                    Golden.of(
                            "{\"more\":{\"a\":[1.10]},\"tags\":[\"x\",\"y\"],\"sequence\":2,\"extra\":{}}"
                                    .getBytes(UTF_8),
                            row(2L, null, List.of("x", "y"), "{\"a\":[1.10]}")));
        }

        @Override
        protected List<byte[]> badPayloads() {
            return bytes(List.of(
                    "not json at all",
                    "{\"sequence\":1,",
                    "{\"sequence\":\"1\"}",
                    "{\"sequence\":1,\"sequence\":2}",
                    "[\"sequence\",1]",
                    "{\"name\":\"none\"}"));
        }

        @Override
        protected byte[] hugePayload() {
            return ("{\"sequence\":3,\"name\":\"" + "x".repeat(2_000_000) + "\"}").getBytes(UTF_8);
        }
    }
}
