package org.lakeingest.format.json;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.jspecify.annotations.Nullable;
import org.lakeingest.api.Decoder;
import org.lakeingest.testkit.CollectedRows;
import org.lakeingest.testkit.RecordBatches;

class WholeDocumentPropertiesTest {
    private static final ObjectMapper STRICT = JsonMapper.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();

    /** Read as ISO 8859-1: overlong forms, a surrogate and a number beyond Unicode among them. */
    private static final String[] STRANGE = {
        "{",
        "}",
        "[",
        "]",
        "\"",
        "\\",
        ",",
        ":",
        "\n",
        " ",
        "0",
        "e",
        "-",
        "\0",
        "\t",
        "\u00ff",
        "\u00c0\u00af",
        "\u00ed\u00a0\u0080",
        "\u00f4\u0090\u0080\u0080",
        "\u00e0\u0080\u00af",
        "\u00e4\u00b8",
        "\\udc00",
        "\\ud83d"
    };

    private final Decoder decoder = Decoders.ofDocuments();

    @Property(tries = 300)
    void documentsSurviveByteByByteInAnyCompany(@ForAll long seed) {
        List<byte[]> batch = new RandomDocuments(new Random(seed)).batch(40);

        CollectedRows rows = decode(batch);

        assertThat(rows.rejects()).isEmpty();
        assertThat(rows.rows())
                .isEqualTo(batch.stream().map(WholeDocumentPropertiesTest::row).toList());
    }

    @Property(tries = 1000)
    void onlyWhatAStrictReaderRefusesIsRejected(@ForAll long seed) {
        Random random = new Random(seed);
        List<byte[]> batch = new RandomDocuments(random).batch(40);
        List<byte[]> corrupted = new ArrayList<>(batch);
        for (int i = random.nextInt(3); i >= 0; i--) {
            corrupt(corrupted, random);
        }

        CollectedRows rows = decode(corrupted);

        List<Object> kept = new ArrayList<>();
        List<Integer> refused = new ArrayList<>();
        for (int i = 0; i < corrupted.size(); i++) {
            if (corrupted.get(i).length == 0) {
                kept.add(Collections.singletonList(null));
            } else if (isStrictJson(corrupted.get(i))) {
                kept.add(row(corrupted.get(i)));
            } else {
                refused.add(i);
            }
        }
        assertThat(rows.rejects().keySet()).containsExactlyElementsOf(refused);
        assertThat(rows.rows()).isEqualTo(kept);
    }

    private CollectedRows decode(List<byte[]> payloads) {
        return CollectedRows.decode(decoder, RecordBatches.ofValues(payloads.toArray(byte[][]::new)));
    }

    private static List<@Nullable Object> row(byte[] document) {
        return Collections.singletonList(new String(document, UTF_8));
    }

    /** Cuts, drops, doubles, adds or splits in two: what breaks it is what joined documents could hide. */
    private static void corrupt(List<byte[]> batch, Random random) {
        int victim = random.nextInt(batch.size());
        String document = new String(batch.get(victim), ISO_8859_1);
        int at = random.nextInt(document.length() + 1);
        if (random.nextBoolean()) {
            at = document.indexOf('"', at) + 1; // more often than not inside a string
        }
        String head = document.substring(0, at);
        String tail = document.substring(at);
        String strange = STRANGE[random.nextInt(STRANGE.length)];
        String corrupted = switch (random.nextInt(7)) {
            case 0 -> head;
            case 1 -> tail;
            case 2 -> head + (tail.isEmpty() ? "" : tail.substring(1));
            case 3 -> document + document;
            case 4 -> head + tail + strange;
            case 5 -> head + strange + tail;
            default -> {
                batch.add(victim + 1, tail.getBytes(ISO_8859_1));
                yield head;
            }
        };
        batch.set(victim, corrupted.getBytes(ISO_8859_1));
    }

    /** The oracle: each document by itself, decoded and read whole. */
    private static boolean isStrictJson(byte[] document) {
        try {
            String text = UTF_8.newDecoder().decode(ByteBuffer.wrap(document)).toString();
            JsonNode tree = STRICT.readTree(text);
            return !(tree instanceof MissingNode) && !text.startsWith("\ufeff") && isUnicode(tree);
        } catch (CharacterCodingException e) {
            return false;
        } catch (IOException e) {
            return false;
        }
    }

    private static boolean isUnicode(JsonNode node) {
        if (node.isTextual()) {
            return UTF_8.newEncoder().canEncode(node.textValue());
        }
        if (node.isNumber() && Double.isInfinite(node.doubleValue())) {
            return false;
        }
        List<String> names = new ArrayList<>();
        node.fieldNames().forEachRemaining(names::add);
        for (String name : names) {
            if (!UTF_8.newEncoder().canEncode(name)) {
                return false;
            }
        }
        for (JsonNode child : node) {
            if (!isUnicode(child)) {
                return false;
            }
        }
        return true;
    }
}
