package org.lakeingest.kafka;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.lakeingest.api.DeadLetter;
import org.lakeingest.api.SourcePartition;

/** Which records were put back, as the topic of the marks says. Confined to one thread. */
final class ReplayMarks {
    private static final int BITS = 12;
    private static final int MASK = (1 << BITS) - 1;

    private record Block(SourcePartition partition, long number) {}

    /** A bit for each record, since there may be as many as there are letters. */
    private final Map<Block, BitSet> done = new HashMap<>();

    /** Of the mark for a letter; the parts that may hold anything come last. */
    static byte[] key(DeadLetter letter) {
        SourcePartition partition = letter.partition();
        return (partition.number() + "/" + letter.offset() + "/" + partition.stream() + "/" + partition.incarnation())
                .getBytes(UTF_8);
    }

    /** Takes a mark in; anything else is passed by. */
    void add(ConsumerRecord<byte[], byte[]> mark) {
        if (mark.key() == null || mark.value() == null) {
            return;
        }
        String[] parts = new String(mark.key(), UTF_8).split("/", 4);
        if (parts.length < 4) {
            return;
        }
        try {
            add(new SourcePartition(parts[2], parts[3], Integer.parseInt(parts[0])), Long.parseLong(parts[1]));
        } catch (NumberFormatException e) {
            // Not written by us.
            return;
        }
    }

    void add(DeadLetter letter) {
        add(letter.partition(), letter.offset());
    }

    private void add(SourcePartition partition, long offset) {
        done.computeIfAbsent(new Block(partition, offset >>> BITS), any -> new BitSet())
                .set((int) (offset & MASK));
    }

    boolean has(DeadLetter letter) {
        BitSet bits = done.get(new Block(letter.partition(), letter.offset() >>> BITS));
        return bits != null && bits.get((int) (letter.offset() & MASK));
    }
}
