package org.lakeingest.kafka;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;
import org.lakeingest.api.SourcePartition;

/** The partitions this worker owns now, in order of topic and number. Poll thread only. */
final class Ownership {
    static final Comparator<TopicPartition> ORDER =
            Comparator.comparing(TopicPartition::topic).thenComparingInt(TopicPartition::partition);

    private final Map<TopicPartition, OwnedPartition> partitions = new TreeMap<>(ORDER);

    boolean isEmpty() {
        return partitions.isEmpty();
    }

    Collection<OwnedPartition> all() {
        return partitions.values();
    }

    Set<TopicPartition> names() {
        return partitions.keySet();
    }

    Set<String> topics() {
        Set<String> topics = new LinkedHashSet<>();
        for (TopicPartition partition : partitions.keySet()) {
            topics.add(partition.topic());
        }
        return topics;
    }

    void add(OwnedPartition partition) {
        partitions.put(partition.topicPartition(), partition);
    }

    @Nullable
    OwnedPartition get(TopicPartition partition) {
        return partitions.get(partition);
    }

    /** Null when it is not owned, or when what is owned is another incarnation of the topic. */
    @Nullable
    OwnedPartition get(SourcePartition source) {
        OwnedPartition found = partitions.get(new TopicPartition(source.stream(), source.number()));
        return found != null && found.source().equals(source) ? found : null;
    }

    boolean holds(OwnedPartition partition) {
        return partitions.get(partition.topicPartition()) == partition;
    }

    /** Those of the given partitions that are owned. */
    List<OwnedPartition> select(Collection<TopicPartition> names) {
        List<OwnedPartition> found = new ArrayList<>();
        for (TopicPartition name : names) {
            OwnedPartition partition = partitions.get(name);
            if (partition != null) {
                found.add(partition);
            }
        }
        return found;
    }

    void remove(Collection<OwnedPartition> gone) {
        for (OwnedPartition partition : gone) {
            partitions.remove(partition.topicPartition(), partition);
        }
    }

    static Set<SourcePartition> sources(Collection<OwnedPartition> partitions) {
        Set<SourcePartition> sources = new LinkedHashSet<>();
        for (OwnedPartition partition : partitions) {
            sources.add(partition.source());
        }
        return sources;
    }
}
