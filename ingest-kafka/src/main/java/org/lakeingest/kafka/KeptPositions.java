package org.lakeingest.kafka;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.admin.ListOffsetsResult.ListOffsetsResultInfo;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.lakeingest.api.Claim;
import org.lakeingest.api.IngestException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Compares the positions that a sink keeps with the group's and with the log. Where they disagree, the sink's rule: rows up to
 * there are in the table.
 */
final class KeptPositions {
    private static final Logger log = LoggerFactory.getLogger(KeptPositions.class);

    private KeptPositions() {}

    static OffsetAndMetadata toSeek(Claim claim) {
        Optional<Integer> epoch = claim.leaderEpoch() < 0 ? Optional.empty() : Optional.of(claim.leaderEpoch());
        return new OffsetAndMetadata(claim.position().orElseThrow(), epoch, "");
    }

    /**
     * Looks at partitions before they are read.
     *
     * @throws IngestException when a log ends before its position
     */
    static void compare(Map<OwnedPartition, Claim> claims, TopicCatalog catalog) {
        List<TopicPartition> names =
                claims.keySet().stream().map(OwnedPartition::topicPartition).toList();
        Map<TopicPartition, ListOffsetsResultInfo> ends = catalog.ends(names);
        claims.forEach((partition, claim) -> {
            ListOffsetsResultInfo end = ends.get(partition.topicPartition());
            if (end != null) {
                refuseShorter(partition.topicPartition(), claim, end);
            }
            compareWithGroup(partition, claim);
        });
    }

    /** An epoch that the log has not seen yet would keep the client waiting for it, for ever. */
    private static void refuseShorter(TopicPartition partition, Claim claim, ListOffsetsResultInfo end) {
        long position = claim.position().orElseThrow();
        if (end.offset() < position || end.leaderEpoch().orElse(claim.leaderEpoch()) < claim.leaderEpoch()) {
            throw truncated(partition, position, Math.min(position, end.offset()));
        }
    }

    /**
     * Marks the partition as one whose position the sink keeps, and says when someone else has moved the group. A position that
     * this tool has committed, known by its metadata, is behind after a crash, which is nothing to speak of.
     */
    private static void compareWithGroup(OwnedPartition partition, Claim claim) {
        long position = claim.position().orElseThrow();
        OffsetAndMetadata found = partition.found();
        if (found != null && found.offset() != position && !partition.isOurs(found) && !partition.isKept()) {
            log.warn(
                    "[{}] {}: someone else has set the group's position to {}, but rows are in the table up to {}, where reading"
                            + " goes on. To read from elsewhere, stop the pipeline and change its ledger (docs/delivery.md)",
                    KafkaErrorCode.POSITIONS_MOVED,
                    partition.topicPartition(),
                    found.offset(),
                    position);
        }
        partition.keep();
    }

    /**
     * The sink keeps no position of these partitions. Where the group has committed one that a sink kept, it has lost it; nobody
     * else can say so.
     */
    static void sayWhichAreGone(List<OwnedPartition> partitions) {
        List<TopicPartition> gone = new ArrayList<>();
        for (OwnedPartition partition : partitions) {
            OffsetAndMetadata found = partition.found();
            if (found != null && partition.wasKept(found)) {
                gone.add(partition.topicPartition());
            }
            partition.markKept();
        }
        if (!gone.isEmpty()) {
            log.warn(
                    "[{}] {}: the sink has kept positions of them before and has none now: its ledger was dropped, or is another"
                            + " one. Reading goes on where the group was committed, which may be behind the rows in the table:"
                            + " what lies between is there twice then, and ingest audit names it. If the old ledger can be"
                            + " brought back (UNDROP TABLE), stop and do that first (docs/delivery.md)",
                    KafkaErrorCode.KEPT_POSITIONS_GONE,
                    RebalanceLog.text(gone));
        }
    }

    /**
     * Called for a log whose end is before the position, or whose records there are others than those that were read.
     *
     * @param first where the log could be read on
     * @throws IngestException when the sink keeps the position
     */
    static void refuseTruncated(OwnedPartition partition, long first) {
        if (partition.isKept()) {
            throw truncated(partition.topicPartition(), partition.next(), first);
        }
    }

    private static IngestException truncated(TopicPartition partition, long position, long goesOnAt) {
        return new IngestException(
                KafkaErrorCode.LOG_TRUNCATED,
                partition + ": rows are in the table up to offset " + position + ", but the log was cut and goes on at "
                        + goesOnAt
                        + " with other records. To keep the rows and read what the log has now, stop the pipeline and"
                        + " set next_offset of this partition to " + goesOnAt
                        + " and leader_epoch to -1 in its ledger; rows of"
                        + " the part that was lost stay in the table (docs/delivery.md)");
    }
}
