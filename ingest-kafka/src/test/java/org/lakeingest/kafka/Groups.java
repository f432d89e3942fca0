package org.lakeingest.kafka;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.clients.admin.RemoveMembersFromConsumerGroupOptions;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.ConfigResource;
import org.jspecify.annotations.Nullable;

/** What an operator can do to a group from outside. */
final class Groups {
    private Groups() {}

    /** Members learn with their next heartbeat that they are none. */
    static void removeAllMembers(String group) {
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", SharedBroker.servers()))) {
            admin.removeMembersFromConsumerGroup(group, new RemoveMembersFromConsumerGroupOptions())
                    .all()
                    .get();
        } catch (ExecutionException e) {
            throw new IllegalStateException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    /** The committed position with the leader epoch the broker keeps beside it. */
    static @Nullable OffsetAndMetadata committed(String group, TopicPartition partition) {
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", SharedBroker.servers()))) {
            return admin.listConsumerGroupOffsets(group)
                    .partitionsToOffsetAndMetadata()
                    .get()
                    .get(partition);
        } catch (ExecutionException e) {
            throw new IllegalStateException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    /** Of a topic, those that the broker fills in included. */
    static Map<String, String> settingsOf(String topic) throws ExecutionException, InterruptedException {
        ConfigResource resource = new ConfigResource(ConfigResource.Type.TOPIC, topic);
        Map<String, String> settings = new HashMap<>();
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", SharedBroker.servers()))) {
            admin.describeConfigs(List.of(resource))
                    .all()
                    .get()
                    .forEach((found, config) ->
                            config.entries().forEach(entry -> settings.put(entry.name(), entry.value())));
        }
        return settings;
    }

    /** As retention does. */
    static void deleteBefore(TopicPartition partition, long offset) throws ExecutionException, InterruptedException {
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", SharedBroker.servers()))) {
            admin.deleteRecords(Map.of(partition, RecordsToDelete.beforeOffset(offset)))
                    .all()
                    .get();
        }
    }

    /** Of a group without members. */
    static void commit(String group, Map<TopicPartition, OffsetAndMetadata> positions)
            throws ExecutionException, InterruptedException {
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", SharedBroker.servers()))) {
            admin.alterConsumerGroupOffsets(group, positions).all().get();
        }
    }
}
