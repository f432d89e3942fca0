package org.lakeingest.kafka;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.lakeingest.api.DeadLetter;
import org.lakeingest.api.SourcePartition;

/** Which records were put back into which topic, as the topic of the marks says. Confined to one thread. */
final class ReplayMarks {
    private static final int BITS = 12;
    private static final int MASK = (1 << BITS) - 1;

    private record Block(SourcePartition partition, long number) {}

    /** A bit for each record, since there may be as many as there are letters. */
    private final Map<Block, BitSet> done = new HashMap<>();

    private final Map<Block, BitSet> anywhere = new HashMap<>();
    private final Optional<String> to;

    /** @param to the topic whose marks count; empty for the one that each record was read from */
    ReplayMarks(Optional<String> to) {
        this.to = to;
    }

    /** Of the mark for a letter; the part that may hold anything comes last. */
    byte[] key(DeadLetter letter) {
        SourcePartition partition = letter.partition();
        return (partition.number() + "/" + letter.offset() + "/" + target(partition) + "/" + partition.stream() + "/"
                        + partition.incarnation())
                .getBytes(UTF_8);
    }

    private String target(SourcePartition partition) {
        return to.orElse(partition.stream());
    }

    /** Takes a mark in; anything else is passed by. */
    void add(ConsumerRecord<byte[], byte[]> mark) {
        if (mark.key() == null || mark.value() == null) {
            return;
        }
        String[] parts = new String(mark.key(), UTF_8).split("/", 5);
        if (parts.length < 5) {
            return;
        }
        try {
            SourcePartition partition = new SourcePartition(parts[3], parts[4], Integer.parseInt(parts[0]));
            long offset = Long.parseLong(parts[1]);
            add(anywhere, partition, offset);
            if (parts[2].equals(target(partition))) {
                add(done, partition, offset);
            }
        } catch (NumberFormatException e) {
            // Not written by us.
            return;
        }
    }

    void add(DeadLetter letter) {
        add(done, letter.partition(), letter.offset());
        add(anywhere, letter.partition(), letter.offset());
    }

    private static void add(Map<Block, BitSet> done, SourcePartition partition, long offset) {
        done.computeIfAbsent(new Block(partition, offset >>> BITS), any -> new BitSet())
                .set((int) (offset & MASK));
    }

    /** In the topic that it would be put into now. */
    boolean has(DeadLetter letter) {
        return has(done, letter);
    }

    boolean hasAnywhere(DeadLetter letter) {
        return has(anywhere, letter);
    }

    private static boolean has(Map<Block, BitSet> done, DeadLetter letter) {
        BitSet bits = done.get(new Block(letter.partition(), letter.offset() >>> BITS));
        return bits != null && bits.get((int) (letter.offset() & MASK));
    }
}
