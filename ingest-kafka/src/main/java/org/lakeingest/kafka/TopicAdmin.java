package org.lakeingest.kafka;

import java.time.Duration;
import java.util.List;
import java.util.OptionalInt;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.errors.TopicExistsException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.lakeingest.api.IngestException;

/** Asks a cluster about topics, and makes some. Waits for each answer, for a bounded time. */
record TopicAdmin(Admin admin, Duration timeout) implements AutoCloseable {
    /** How many partitions a topic has; empty when it does not exist. */
    OptionalInt partitions(String topic) throws ExecutionException, TimeoutException {
        try {
            return await(admin.describeTopics(List.of(topic)).allTopicNames()).values().stream()
                    .mapToInt(description -> description.partitions().size())
                    .findFirst();
        } catch (ExecutionException e) {
            if (e.getCause() instanceof UnknownTopicOrPartitionException) {
                return OptionalInt.empty();
            }
            throw e;
        }
    }

    /** Answers whether it was made; false when somebody else was faster. */
    boolean create(NewTopic topic) throws ExecutionException, TimeoutException {
        try {
            await(admin.createTopics(List.of(topic)).all());
            return true;
        } catch (ExecutionException e) {
            if (e.getCause() instanceof TopicExistsException) {
                return false;
            }
            throw e;
        }
    }

    <T> T await(KafkaFuture<T> answer) throws ExecutionException, TimeoutException {
        try {
            // The client's own timeout comes first and has the better text.
            return answer.get(timeout.toMillis() * 2, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IngestException(
                    KafkaErrorCode.INTERRUPTED, "Interrupted while asking the cluster about topics", e);
        }
    }

    /** What went wrong, of what the others throw. */
    static Throwable cause(Exception thrown) {
        return thrown instanceof ExecutionException && thrown.getCause() != null ? thrown.getCause() : thrown;
    }

    @Override
    public void close() {
        admin.close();
    }
}
