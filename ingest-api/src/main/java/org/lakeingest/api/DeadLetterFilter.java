package org.lakeingest.api;

import java.time.Instant;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/**
 * Which dead letters are wanted. Immutable.
 *
 * @param codes any of these; empty for all
 * @param stages any of these; empty for all
 * @param topics any of these topics that the records were read from; empty for all
 * @param partition the records' partition number
 * @param offset the records' offset
 * @param since given up then or later
 * @param until given up before then
 */
public record DeadLetterFilter(
        Set<String> codes,
        Set<String> stages,
        Set<String> topics,
        OptionalLong partition,
        OptionalLong offset,
        Optional<Instant> since,
        Optional<Instant> until) {
    /** Every letter. */
    public static final DeadLetterFilter ALL = new DeadLetterFilter(
            Set.of(),
            Set.of(),
            Set.of(),
            OptionalLong.empty(),
            OptionalLong.empty(),
            Optional.empty(),
            Optional.empty());

    public DeadLetterFilter {
        codes = Set.copyOf(codes);
        stages = Set.copyOf(stages);
        topics = Set.copyOf(topics);
    }

    /** The letters of one record. */
    public static DeadLetterFilter at(String topic, int partition, long offset) {
        return new DeadLetterFilter(
                Set.of(),
                Set.of(),
                Set.of(topic),
                OptionalLong.of(partition),
                OptionalLong.of(offset),
                Optional.empty(),
                Optional.empty());
    }

    public boolean accepts(DeadLetter letter) {
        return isAny(codes, letter.code())
                && isAny(stages, letter.stage())
                && isAny(topics, letter.partition().stream())
                && (partition.isEmpty()
                        || partition.getAsLong() == letter.partition().number())
                && (offset.isEmpty() || offset.getAsLong() == letter.offset())
                && since.map(from -> !letter.failedAt().isBefore(from)).orElse(true)
                && until.map(to -> letter.failedAt().isBefore(to)).orElse(true);
    }

    private static boolean isAny(Set<String> wanted, String value) {
        return wanted.isEmpty() || wanted.contains(value);
    }
}
