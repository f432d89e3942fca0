package org.lakeingest.app.sandbox;

import java.io.PrintWriter;
import org.jspecify.annotations.Nullable;
import org.lakeingest.sandbox.Topics;

/** What the topic commands do. Confined to one thread. */
final class TopicActions implements AutoCloseable {
    private final Topics topics;
    private final String topic;
    private final PrintWriter out;

    TopicActions(String servers, String topic, PrintWriter out) {
        this.topics = new Topics(servers);
        this.topic = topic;
        this.out = out;
    }

    void create(int partitions) {
        topics.create(topic, partitions);
        out.printf("created topic %s with %d partitions%n", topic, partitions);
    }

    void alter(int partitions) {
        topics.alter(topic, partitions);
        out.printf("topic %s has %d partitions now%n", topic, partitions);
    }

    void delete() {
        topics.delete(topic);
        out.printf("deleted topic %s%n", topic);
    }

    void describe(@Nullable String group) {
        Topics.Description found = topics.describe(topic);
        out.printf(
                "topic %s, id %s, %d partitions%n",
                topic, found.id(), found.partitions().size());
        if (group == null) {
            out.printf("%9s %6s %12s%n", "PARTITION", "LEADER", "END");
            var ends = topics.endOffsets(topic);
            for (Topics.Partition each : found.partitions()) {
                out.printf("%9d %6d %12d%n", each.number(), each.leader(), ends.getOrDefault(each.number(), 0L));
            }
            return;
        }
        out.printf("%9s %12s %12s %12s%n", "PARTITION", "COMMITTED", "END", "LAG");
        for (Topics.GroupPosition each : topics.lag(group, topic).values()) {
            String committed = each.committed().map(String::valueOf).orElse("-");
            out.printf("%9d %12s %12d %12d%n", each.partition(), committed, each.end(), each.lag());
        }
    }

    @Override
    public void close() {
        topics.close();
    }
}
