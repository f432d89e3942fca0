package org.lakeingest.it.support;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ConsumerGroupDescription;
import org.apache.kafka.common.GroupState;

/** What the coordinator says about a run's consumer group. */
public final class Group {
    private Group() {}

    public static ConsumerGroupDescription of(Run run) {
        try (Admin admin =
                Admin.create(Map.of("bootstrap.servers", run.services().bootstrapServers()))) {
            return Objects.requireNonNull(admin.describeConsumerGroups(List.of(run.group()))
                            .describedGroups()
                            .get(run.group()))
                    .get();
        } catch (ExecutionException e) {
            throw new IllegalStateException("cannot describe group " + run.group(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        }
    }

    /** Whether the group has that many members, and each has something to read. */
    public static boolean isSharedBy(Run run, int members) {
        ConsumerGroupDescription group = of(run);
        return group.groupState() == GroupState.STABLE
                && group.members().size() == members
                && group.members().stream()
                        .noneMatch(
                                member -> member.assignment().topicPartitions().isEmpty());
    }
}
