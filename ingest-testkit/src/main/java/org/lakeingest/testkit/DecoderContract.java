package org.lakeingest.testkit;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.lakeingest.api.BytesColumn;
import org.lakeingest.api.Decoder;
import org.lakeingest.api.ErrorKind;
import org.lakeingest.api.RecordBatch;
import org.lakeingest.api.RowBatch;

/** What a {@link Decoder} owes the engine. Extend it, say what is good, bad and huge, and run it. */
@Timeout(120)
public abstract class DecoderContract extends Contract<DecoderContract.Trait> {
    /** Each is stood for by the test of the same words. */
    public enum Trait {
        DECODES_GOLDEN_ROWS,
        TAKES_TOMBSTONES,
        TAKES_EMPTY_PAYLOADS,
        TAKES_HUGE_PAYLOADS,
        TAKES_EMPTY_BATCHES,
        REJECTS_BAD_PAYLOADS,
        SPARES_NEIGHBOURS,
        NEVER_THROWS,
        REUSES_SCRATCH_CLEANLY,
        IS_DETERMINISTIC,
        DECODES_THE_PAYLOADS_GIVEN,
        LEAVES_ITS_INPUT_ALONE,
        KEEPS_CONTENT_OUT_OF_MESSAGES,
        CLOSES_TWICE
    }

    /**
     * A payload and the rows it becomes, in the values of {@link RowValues}.
     *
     * @param payload as it comes from the source
     * @param rows none, one or more
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    public record Golden(byte[] payload, List<List<@Nullable Object>> rows) {
        public static Golden of(byte[] payload, List<@Nullable Object> row) {
            return new Golden(payload, List.of(row));
        }

        /** A text payload that becomes one row. */
        public static Golden of(String payload, @Nullable Object... values) {
            return of(payload.getBytes(UTF_8), IngestAssertions.row(values));
        }
    }

    /** A new instance, configured alike each time. */
    protected abstract Decoder newDecoder();

    /** At least two, of different lengths and with different rows. */
    protected abstract List<Golden> golden();

    /** Payloads that no row can be made of, each at least ten bytes long, at least one. */
    protected abstract List<byte[]> badPayloads();

    /** A good payload of more than a megabyte. */
    protected abstract byte[] hugePayload();

    @Test
    void decodesGoldenRows() {
        requires(Trait.DECODES_GOLDEN_ROWS);
        List<Golden> golden = golden();
        CollectedRows decoded = decodeAll(newDecoder(), payloads(golden));
        assertThat(decoded.rejects()).as("rejects").isEmpty();
        for (int i = 0; i < golden.size(); i++) {
            assertThat(decoded.rowsOf(i))
                    .as("rows of golden payload %d", i)
                    .isEqualTo(golden.get(i).rows());
        }
    }

    @Test
    void takesTombstones() {
        requires(Trait.TAKES_TOMBSTONES);
        checkBetweenNeighbours(null);
    }

    @Test
    void takesEmptyPayloads() {
        requires(Trait.TAKES_EMPTY_PAYLOADS);
        checkBetweenNeighbours(new byte[0]);
    }

    /** Whatever becomes of the odd one, the two beside it become their rows. */
    private void checkBetweenNeighbours(byte @Nullable [] odd) {
        Golden good = golden().get(0);
        CollectedRows decoded = decodeAll(newDecoder(), Arrays.asList(good.payload(), odd, good.payload()));
        assertThat(decoded.rowsOf(0)).isEqualTo(good.rows());
        assertThat(decoded.rowsOf(2)).isEqualTo(good.rows());
        assertThat(decoded.rejects()).doesNotContainKeys(0, 2);
        checkRowsOrReject(decoded, 1);
    }

    @Test
    void takesHugePayloads() {
        requires(Trait.TAKES_HUGE_PAYLOADS);
        byte[] huge = hugePayload();
        assertThat(huge.length).as("length of the huge payload").isGreaterThan(1 << 20);
        Golden good = golden().get(0);
        Decoder decoder = newDecoder();
        CollectedRows decoded = decodeAll(decoder, List.of(good.payload(), huge, good.payload()));
        assertThat(decoded.rejects()).isEmpty();
        assertThat(decoded.rowsOf(1)).as("rows of the huge payload").isNotEmpty();
        assertThat(decoded.rowsOf(2)).isEqualTo(good.rows());
        assertThat(decodeAll(decoder, List.of(good.payload())).rows()).isEqualTo(good.rows());
    }

    @Test
    void takesEmptyBatches() {
        requires(Trait.TAKES_EMPTY_BATCHES);
        Decoder decoder = newDecoder();
        RecordBatch empty = RecordBatches.at("test", 0, 5).gap(3).build();
        assertThat(CollectedRows.decode(decoder, empty).rowCount()).isZero();
        assertThat(decodeAll(decoder, payloads(golden())).rows()).isEqualTo(allRows(golden()));
    }

    @Test
    void rejectsBadPayloads() {
        requires(Trait.REJECTS_BAD_PAYLOADS);
        List<byte[]> bad = badPayloads();
        CollectedRows decoded = decodeAll(newDecoder(), bad);
        assertThat(decoded.rejects().keySet()).as("rejects").hasSize(bad.size());
        assertThat(decoded.rowCount()).as("rows of rejected records").isZero();
        assertThat(decoded.rejects().values())
                .allSatisfy(
                        reason -> assertThat(reason.code().kind()).as("kind").isEqualTo(ErrorKind.RECORD));
    }

    @Test
    void sparesNeighbours() {
        requires(Trait.SPARES_NEIGHBOURS);
        Golden first = golden().get(0);
        Golden last = golden().get(1);
        Decoder decoder = newDecoder();
        for (byte[] bad : badPayloads()) {
            CollectedRows decoded =
                    decodeAll(decoder, List.of(first.payload(), bad, last.payload(), bad, first.payload()));
            assertThat(decoded.rejects().keySet()).containsExactly(1, 3);
            assertThat(decoded.rowsOf(0)).isEqualTo(first.rows());
            assertThat(decoded.rowsOf(1)).isEmpty();
            assertThat(decoded.rowsOf(2)).isEqualTo(last.rows());
            assertThat(decoded.rowsOf(4)).isEqualTo(first.rows());
        }
    }

    /** Random bytes, and good payloads with random bytes changed, cut or doubled. */
    @Test
    void neverThrows() {
        requires(Trait.NEVER_THROWS);
        Random random = new Random(7);
        Decoder decoder = newDecoder();
        for (int round = 0; round < 40; round++) {
            List<byte @Nullable []> payloads = new ArrayList<>();
            for (int i = 0; i < 25; i++) {
                payloads.add(i % 2 == 0 ? randomBytes(random) : mutated(random));
            }
            CollectedRows decoded = decodeAll(decoder, payloads);
            for (int i = 0; i < payloads.size(); i++) {
                checkRowsOrReject(decoded, i);
            }
        }
        assertThat(decodeAll(decoder, payloads(golden())).rows())
                .as("rows after the bad ones")
                .isEqualTo(allRows(golden()));
    }

    private static byte[] randomBytes(Random random) {
        byte[] bytes = new byte[random.nextInt(64)];
        random.nextBytes(bytes);
        return bytes;
    }

    private byte[] mutated(Random random) {
        byte[] payload = golden().get(random.nextInt(golden().size())).payload().clone();
        if (payload.length == 0) {
            return payload;
        }
        payload[random.nextInt(payload.length)] = (byte) random.nextInt();
        return random.nextBoolean() ? payload : Arrays.copyOf(payload, random.nextInt(2 * payload.length));
    }

    private static void checkRowsOrReject(CollectedRows decoded, int index) {
        if (decoded.rejects().containsKey(index)) {
            assertThat(decoded.rowsOf(index))
                    .as("rows of rejected record %d", index)
                    .isEmpty();
        }
    }

    /** Long payloads before short ones, good ones after bad ones, and the other way round. */
    @Test
    void reusesScratchCleanly() {
        requires(Trait.REUSES_SCRATCH_CLEANLY);
        Decoder decoder = newDecoder();
        List<Golden> there = golden();
        List<Golden> back = new ArrayList<>(there);
        Collections.reverse(back);
        for (int round = 0; round < 3; round++) {
            for (List<Golden> order : List.of(there, back)) {
                order.forEach(golden -> assertThat(
                                decodeAll(decoder, List.of(golden.payload())).rows())
                        .isEqualTo(golden.rows()));
                assertThat(decodeAll(decoder, payloads(order)).rows()).isEqualTo(allRows(order));
            }
            decodeAll(decoder, round == 0 ? List.of(hugePayload()) : badPayloads());
        }
    }

    @Test
    void isDeterministic() {
        requires(Trait.IS_DETERMINISTIC);
        List<byte @Nullable []> payloads = payloads(golden());
        payloads.addAll(badPayloads());
        Decoder decoder = newDecoder();
        CollectedRows once = decodeAll(decoder, payloads);
        for (CollectedRows again : List.of(decodeAll(decoder, payloads), decodeAll(newDecoder(), payloads))) {
            assertThat(again.rows()).isEqualTo(once.rows());
            assertThat(again.batches()).extracting(RowBatch::schema).isEqualTo(schemas(once));
            assertThat(again.rejects().keySet()).isEqualTo(once.rejects().keySet());
        }
    }

    private static List<?> schemas(CollectedRows rows) {
        return rows.batches().stream().map(RowBatch::schema).toList();
    }

    /** Payloads may be keys: what the records hold as values is not theirs. */
    @Test
    void decodesThePayloadsGiven() {
        requires(Trait.DECODES_THE_PAYLOADS_GIVEN);
        RecordBatches records = RecordBatches.at("test", 0, 0);
        golden().forEach(
                        golden -> records.record(golden.payload(), badPayloads().get(0)));
        RecordBatch origin = records.build();
        CollectedRows decoded = CollectedRows.decode(newDecoder(), origin, origin.keys());
        assertThat(decoded.rows()).isEqualTo(allRows(golden()));
        assertThat(decoded.batches()).allMatch(batch -> batch.origin() == origin);
    }

    @Test
    void leavesItsInputAlone() {
        requires(Trait.LEAVES_ITS_INPUT_ALONE);
        List<byte @Nullable []> payloads = payloads(golden());
        payloads.addAll(badPayloads());
        RecordBatch records = RecordBatches.ofValues(payloads.toArray(byte[][]::new));
        BytesColumn values = records.values();
        byte[] before = values.array(0).clone();
        CollectedRows.decode(newDecoder(), records);
        assertThat(values.array(0)).isEqualTo(before);
    }

    @Test
    void keepsContentOutOfMessages() {
        requires(Trait.KEEPS_CONTENT_OUT_OF_MESSAGES);
        List<byte[]> bad = badPayloads();
        CollectedRows decoded = decodeAll(newDecoder(), bad);
        decoded.rejects().forEach((index, reason) -> {
            String content = new String(bad.get(index), ISO_8859_1);
            for (int i = 0; i + 10 <= content.length(); i++) {
                assertThat(reason.getMessage())
                        .as("message of record %d", index)
                        .doesNotContain(content.substring(i, i + 10));
            }
        });
    }

    @Test
    void closesTwice() {
        requires(Trait.CLOSES_TWICE);
        Decoder decoder = newDecoder();
        decodeAll(decoder, payloads(golden()));
        decoder.close();
        decoder.close();
    }

    private static CollectedRows decodeAll(Decoder decoder, List<? extends byte @Nullable []> payloads) {
        return CollectedRows.decode(decoder, RecordBatches.ofValues(payloads.toArray(byte[][]::new)));
    }

    private static List<byte @Nullable []> payloads(List<Golden> golden) {
        List<byte @Nullable []> payloads = new ArrayList<>();
        golden.forEach(one -> payloads.add(one.payload()));
        return payloads;
    }

    private static List<List<@Nullable Object>> allRows(List<Golden> golden) {
        List<List<@Nullable Object>> rows = new ArrayList<>();
        golden.forEach(one -> rows.addAll(one.rows()));
        return rows;
    }
}
