package org.lakeingest.kafka;

import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.common.KafkaException;
import org.lakeingest.api.DeadLetter;
import org.lakeingest.api.SourcePartition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The letters that a topic ended with when it was opened. A run that ends before its rows are written, as one does that cannot
 * write rows at all, has written letters already, and the next one finds the same records again. Immutable.
 */
final class LastLetters {
    /** Of each partition of the topic; more than a run has open when it ends, unless it was flooded. */
    static final long MOST = 5_000;

    private static final Logger log = LoggerFactory.getLogger(LastLetters.class);
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private record Key(String pipeline, SourcePartition partition, long offset, String code) {}

    private final Set<Key> known;

    private LastLetters(Set<Key> known) {
        this.known = known;
    }

    /** Reads them. Where that is not possible there are none: letters may then be there twice, and nothing is lost. */
    static LastLetters of(DeadLetterClients clients, String topic) {
        Set<Key> known = new HashSet<>();
        try (Consumer<byte[], byte[]> consumer = clients.consumer()) {
            new TopicScan(consumer, topic, PATIENCE).readLast(MOST, record -> {
                DeadLetter letter = LetterHeaders.read(record);
                if (letter != null && !letter.partition().incarnation().isEmpty()) {
                    known.add(key(letter));
                }
                return true;
            });
        } catch (KafkaException e) {
            log.info(
                    "The last letters of {} cannot be read, so those of records that an earlier run has left may come again: {}",
                    topic,
                    e.toString());
        }
        return new LastLetters(known);
    }

    /** Whether the same pipeline has a letter of this very record there, for the same reason; others may share the topic. */
    boolean have(DeadLetter letter) {
        return known.contains(key(letter));
    }

    private static Key key(DeadLetter letter) {
        return new Key(letter.pipeline(), letter.partition(), letter.offset(), letter.code());
    }
}
