package org.lakeingest.app.audit;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.lakeingest.api.DeadLetterFilter;
import org.lakeingest.api.DeadLetterReader;
import org.lakeingest.api.SourcePartition;

/** The records of which a queue of dead letters has a letter. Read when they are first asked for. Confined to one thread. */
final class Letters implements AutoCloseable {
    private final Optional<DeadLetterReader> reader;
    private final Map<SourcePartition, Set<Long>> offsets = new HashMap<>();

    /** Without a reader there are none. It is closed with this. */
    Letters(Optional<DeadLetterReader> reader) {
        this.reader = reader;
    }

    boolean has(SourcePartition partition, long offset) {
        return reader.isPresent()
                && offsets.computeIfAbsent(partition, asked -> read(reader.get(), asked))
                        .contains(offset);
    }

    private static Set<Long> read(DeadLetterReader reader, SourcePartition partition) {
        DeadLetterFilter filter = new DeadLetterFilter(
                Set.of(),
                Set.of(),
                Set.of(partition.stream()),
                OptionalLong.of(partition.number()),
                OptionalLong.empty(),
                Optional.empty(),
                Optional.empty());
        Set<Long> offsets = new HashSet<>();
        reader.read(filter, letter -> {
            String incarnation = letter.partition().incarnation();
            if (incarnation.isEmpty() || incarnation.equals(partition.incarnation())) {
                offsets.add(letter.offset());
            }
            return true;
        });
        return offsets;
    }

    @Override
    public void close() {
        reader.ifPresent(DeadLetterReader::close);
    }
}
