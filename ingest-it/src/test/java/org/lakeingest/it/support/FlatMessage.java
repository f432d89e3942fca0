package org.lakeingest.it.support;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.charset.Charset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.jspecify.annotations.Nullable;

/**
 * A message that both tools take, and the row that both make of it.
 *
 * @param key its bytes, one to a character
 * @param shown {@code raw_data} as the lake prints it, loaded as NDJSON
 * @param exact the same, loaded as Parquet
 * @param keyShown {@code key} in {@code record_metadata}
 */
public record FlatMessage(
        @Nullable String key, @Nullable String value, String shown, String exact, String keyShown, boolean base64) {
    /** 2026-11-30T08:21:04.120Z. */
    public static final long CREATED = 1_796_026_864_120L;

    private static final String NULL = "NULL";

    /** What a topic may hold: keys and values of every kind, one after the other in partition 0. */
    public static final List<FlatMessage> ALL = List.of(
            keyed(null, "", false),
            keyed(new byte[0], "", false),
            keyed("key".getBytes(UTF_8), "key", false),
            keyed("Schlüssel \"1\"\n".getBytes(UTF_8), "Schlüssel \"1\"\n", false),
            keyed("<a&b>\u2028".getBytes(UTF_8), "<a&b>\u2028", false),
            keyed(new byte[] {0}, "\u0000", false),
            keyed(new byte[] {(byte) 0xff, 0}, "/wA=", true),
            keyed(new byte[] {(byte) 0xc3}, "ww==", true),
            valued(null, NULL, NULL),
            valued("", NULL, NULL),
            valued(" \t\r\n", NULL, NULL),
            valued("null", NULL, "null"),
            valued(" {\n\t\"b\" : [ 1 , 2 ],\r\n \"a\": { } } ", "{\"a\":{},\"b\":[1,2]}"),
            valued("{\"text\":\"Grüße, 世界 😀 <a&b>\"}", "{\"text\":\"Grüße, 世界 😀 <a&b>\"}"),
            valued(
                    "{\"escaped\":\"\\u00e9\\ud83d\\ude00\\t\\n\\\\ \\/ \\\"\"}",
                    "{\"escaped\":\"é😀\\t\\n\\\\ / \\\"\"}"),
            valued("{\"n\":9007199254740993}", "{\"n\":9007199254740993}"),
            valued("{\"n\":18446744073709551615}", "{\"n\":18446744073709551615}"),
            valued("{\"n\":123456789012345678901234567890}", "{\"n\":123456789012345678901234567890}"),
            valued("{\"n\":-1.5,\"z\":0}", "{\"n\":-1.5,\"z\":0}"),
            valued("{\"n\":1.10}", "{\"n\":1.1}", "{\"n\":1.10}"),
            valued("{\"a\":1,\"a\":2}", "{\"a\":2}"),
            valued("{\"o\":{\"a\":1,\"b\":true,\"a\":[null]}}", "{\"o\":{\"a\":[null],\"b\":true}}"),
            valued("[]", "[]"),
            valued("42", "42"),
            valued("\"text\"", "\"text\""),
            valued("true", "true"));

    private static FlatMessage keyed(byte @Nullable [] key, String shown, boolean base64) {
        String bytes = key == null ? null : new String(key, ISO_8859_1);
        return new FlatMessage(bytes, "{\"a\":1}", "{\"a\":1}", "{\"a\":1}", shown, base64);
    }

    private static FlatMessage valued(@Nullable String value, String shown) {
        return valued(value, shown, shown);
    }

    private static FlatMessage valued(@Nullable String value, String shown, String exact) {
        return new FlatMessage("k", value, shown, exact, "k", false);
    }

    /** Sends all of them to partition 0 in this order, each with a header, and created at {@link #CREATED}. */
    public static void produce(Run run) {
        produce(run, ALL);
    }

    /** Sends one value in the same way. */
    public static void produce(Run run, String value) {
        produce(run, List.of(valued(value, value)));
    }

    private static void produce(Run run, List<FlatMessage> messages) {
        Map<String, Object> settings =
                Map.of("bootstrap.servers", run.services().bootstrapServers());
        try (KafkaProducer<byte[], byte[]> producer =
                new KafkaProducer<>(settings, new ByteArraySerializer(), new ByteArraySerializer())) {
            List<Future<?>> sent = new ArrayList<>();
            for (FlatMessage message : messages) {
                ProducerRecord<byte[], byte[]> each = new ProducerRecord<>(
                        run.topic(), 0, CREATED, bytes(message.key(), ISO_8859_1), bytes(message.value(), UTF_8));
                each.headers().add("trace", "a1".getBytes(UTF_8));
                sent.add(producer.send(each));
            }
            for (Future<?> each : sent) {
                each.get();
            }
        } catch (ExecutionException e) {
            throw new IllegalStateException("could not produce", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        }
    }

    private static byte @Nullable [] bytes(@Nullable String text, Charset charset) {
        return text == null ? null : text.getBytes(charset);
    }
}
