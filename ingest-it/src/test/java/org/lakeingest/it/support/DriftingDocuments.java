package org.lakeingest.it.support;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** Numbered documents whose fields come and go and change their kind in the course of the stream. Immutable. */
public final class DriftingDocuments {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
    private static final int FIELDS = 12;
    private static final int TEXT = 3;
    /** A field keeps its kind for about this many documents. */
    private static final int STEADY = 250;

    private final List<ObjectNode> documents = new ArrayList<>();

    public DriftingDocuments(long seed, int count) {
        Random random = new Random(seed);
        int[] kinds = new int[FIELDS];
        for (int i = 0; i < FIELDS; i++) {
            // The first two start as text, and the first one changes: text is what a table cannot widen.
            kinds[i] = i < 2 ? TEXT : random.nextInt(8);
        }
        for (int n = 0; n < count; n++) {
            ObjectNode document = NODES.objectNode().put("n", n);
            int visible = Math.min(FIELDS, 3 + n * FIELDS / count);
            for (int field = 0; field < visible; field++) {
                // Only some change their kind; the others stay what they were.
                if (field % 3 == 0 && random.nextInt(STEADY) == 0) {
                    kinds[field] = random.nextInt(8);
                }
                if (random.nextInt(5) > 0) {
                    document.set("field " + field, value(kinds[field], random));
                }
            }
            documents.add(document);
        }
    }

    private static JsonNode value(int kind, Random random) {
        return switch (kind) {
            case 0 -> NODES.numberNode(random.nextInt(1000));
            case 1 -> NODES.numberNode(random.nextLong());
            case 2 -> NODES.numberNode(BigDecimal.valueOf(random.nextInt(100_000), 3));
            case TEXT -> NODES.textNode("text \"" + random.nextInt(100) + "\" 😀");
            case 4 -> NODES.booleanNode(random.nextBoolean());
            case 5 -> NODES.objectNode().put("a", random.nextInt(9)).putNull("b");
            case 6 -> NODES.arrayNode().add(random.nextInt(9)).add("x");
            default -> NODES.numberNode(new BigInteger(100, random));
        };
    }

    public JsonNode get(int number) {
        return documents.get(number);
    }

    /** Equal as values: numbers by what they mean, objects whatever the order of their fields. */
    public static boolean equal(JsonNode left, JsonNode right) {
        if (left.isNumber() && right.isNumber()) {
            return left.decimalValue().compareTo(right.decimalValue()) == 0;
        }
        if (!left.isContainerNode()) {
            return left.equals(right);
        }
        if (left.getNodeType() != right.getNodeType() || left.size() != right.size()) {
            return false;
        }
        for (Map.Entry<String, JsonNode> field : left.properties()) {
            if (!right.has(field.getKey()) || !equal(field.getValue(), right.get(field.getKey()))) {
                return false;
            }
        }
        for (int i = 0; left.isArray() && i < left.size(); i++) {
            if (!equal(left.get(i), right.get(i))) {
                return false;
            }
        }
        return true;
    }

    /** Sends the documents from one number up to before another, round the partitions. */
    public void produce(Run run, int from, int to, int partitions) {
        Map<String, Object> settings =
                Map.of("bootstrap.servers", run.services().bootstrapServers());
        try (KafkaProducer<byte[], byte[]> producer =
                new KafkaProducer<>(settings, new ByteArraySerializer(), new ByteArraySerializer())) {
            List<Future<?>> sent = new ArrayList<>();
            for (int n = from; n < to; n++) {
                byte[] value = JSON.writeValueAsString(documents.get(n)).getBytes(UTF_8);
                sent.add(producer.send(new ProducerRecord<>(run.topic(), n % partitions, null, value)));
            }
            for (Future<?> each : sent) {
                each.get();
            }
        } catch (JsonProcessingException e) {
            throw new UncheckedIOException(e);
        } catch (ExecutionException e) {
            throw new IllegalStateException("could not produce", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        }
    }
}
