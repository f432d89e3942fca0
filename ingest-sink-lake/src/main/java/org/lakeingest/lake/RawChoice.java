package org.lakeingest.lake;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.lakeingest.api.RowBatch;
import org.lakeingest.api.SourcePartition;
import org.lakeingest.lake.keyed.LatestRows;

/** The raw table's key is where a record lies, so only rows of one record have the same. */
final class RawChoice implements RowChoice {
    private record Topic(String name, String incarnation) {}

    private final boolean oneTopic;
    private final Map<TableName, Topic> topics = new ConcurrentHashMap<>();

    /** @param oneTopic whether the key does not tell topics apart */
    RawChoice(boolean oneTopic) {
        this.oneTopic = oneTopic;
    }

    @Override
    public List<PackedFile> choose(PackedFile file) {
        if (oneTopic) {
            for (RowBatch rows : file.batches()) {
                check(file.table(), rows.origin().partition());
            }
        }
        List<RowBatch> latest = LatestRows.ofRecords(file.batches());
        long count = 0;
        for (RowBatch rows : latest) {
            count += rows.rowCount();
        }
        return List.of(new PackedFile(file.table(), null, file.name(), latest, count));
    }

    /** They are what they are in the record. */
    @Override
    public void check(TablePlan plan) {}

    private void check(TableName table, SourcePartition partition) {
        Topic topic = new Topic(partition.stream(), partition.incarnation());
        Topic known = topics.putIfAbsent(table, topic);
        if (known != null && !known.equals(topic)) {
            String other = known.name.equals(topic.name) ? "an earlier topic of that name" : known.name;
            throw new LakeException(
                    LakeErrorCode.LAKE_KEY_UNFIT,
                    "the key " + KeyOptions.ONE_TOPIC + " does not tell records of " + topic.name + " from those of "
                            + other + "; add uuid to the option key");
        }
    }
}
