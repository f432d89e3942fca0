package org.lakeingest.kafka;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.lakeingest.api.config.Option;

/** Settings of the {@code kafka} source. */
public record KafkaSourceConfig(
        @Option(
                name = "bootstrap-servers",
                description = "Addresses to find the cluster by, host:port separated by commas.")
        String bootstrapServers,

        @Option(name = "topics", description = "Topics to read; each must exist.")
        List<String> topics,

        @Option(name = "group-id", description = "Consumer group that shares the partitions and keeps the positions.")
        String groupId,

        @Option(
                name = "assignment-strategies",
                defaultValue = "cooperative-sticky",
                description =
                        "How partitions are shared out, in order of preference: cooperative-sticky, sticky, range, "
                                + "roundrobin, or a class name. All members of the group must have one in common; partitions "
                                + "stay with their owner during a rebalance only if every one listed is cooperative.")
        List<String> assignmentStrategies,

        @Option(
                name = "group-protocol",
                defaultValue = "classic",
                description =
                        "Who shares out the partitions: a member of the group (classic) or the broker (consumer).")
        GroupProtocol groupProtocol,

        @Option(
                name = "metadata-refresh",
                defaultValue = "500ms",
                description = "How often new partitions are looked for.")
        Duration metadataRefresh,

        @Option(
                name = "heartbeat-interval",
                defaultValue = "500ms",
                description =
                        "How often a member tells that it lives, and learns of a rebalance; classic protocol only.")
        Duration heartbeatInterval,

        @Option(
                name = "session-timeout",
                defaultValue = "6s",
                description = "Silence after which a member loses its partitions; classic protocol only.")
        Duration sessionTimeout,

        @Option(
                name = "max-poll-interval",
                defaultValue = "5m",
                description = "Time between two polls after which a member loses its partitions.")
        Duration maxPollInterval,

        @Option(
                name = "revoke-grace",
                defaultValue = "5s",
                description = "Time to finish what was read of a partition before it is given up.")
        Duration revokeGrace,

        @Option(
                name = "request-timeout",
                defaultValue = "5s",
                description = "Time for the checks at the start, and for the commit of final positions.")
        Duration requestTimeout,

        @Option(
                name = "topic-check-interval",
                defaultValue = "30s",
                description = "How often it is checked that a topic was not deleted and created again.")
        Duration topicCheckInterval,

        @Option(
                name = "isolation-level",
                defaultValue = "read-committed",
                description = "Whether records of open and aborted transactions are read.")
        IsolationLevel isolationLevel,

        @Option(name = "fetch", description = "How much is fetched at a time.")
        FetchOptions fetch,

        @Option(
                name = "client",
                description = "More settings of the Kafka client under Kafka's own names, such as security.protocol.")
        Map<String, String> client) {

    /** As Kafka reads it, with a port that fits a number. */
    private static final Pattern ADDRESS =
            Pattern.compile("(?:[a-zA-Z][a-zA-Z\\d+.-]*://)?\\[?[0-9a-zA-Z\\-._%:]+]?:(\\d{1,5})");

    private static final Pattern TOPIC = Pattern.compile("[a-zA-Z0-9._-]{1,249}");

    /** Who shares out the partitions. */
    public enum GroupProtocol {
        CLASSIC,
        CONSUMER
    }

    /** Kafka's isolation levels. */
    public enum IsolationLevel {
        READ_COMMITTED,
        READ_UNCOMMITTED
    }

    public KafkaSourceConfig {
        topics = List.copyOf(topics);
        assignmentStrategies = List.copyOf(assignmentStrategies);
        client = Map.copyOf(client);
        requireText("bootstrap-servers", bootstrapServers);
        requireAddresses(bootstrapServers);
        requireText("group-id", groupId);
        if (topics.isEmpty()) {
            throw new IllegalArgumentException("topics must name at least one topic");
        }
        topics.forEach(topic -> requireText("topics", topic));
        topics.forEach(topic -> requireTopic("topics", topic));
        AssignmentStrategies.check(assignmentStrategies, groupProtocol);
        requirePositive("metadata-refresh", metadataRefresh);
        requirePositive("heartbeat-interval", heartbeatInterval);
        requirePositive("session-timeout", sessionTimeout);
        requirePositive("max-poll-interval", maxPollInterval);
        requirePositive("request-timeout", requestTimeout);
        requirePositive("topic-check-interval", topicCheckInterval);
        if (revokeGrace.isNegative()) {
            throw new IllegalArgumentException("revoke-grace must not be negative");
        }
        if (heartbeatInterval.compareTo(sessionTimeout) >= 0) {
            throw new IllegalArgumentException("heartbeat-interval must be shorter than session-timeout");
        }
        if (revokeGrace.plus(requestTimeout).compareTo(maxPollInterval) >= 0) {
            throw new IllegalArgumentException("revoke-grace and request-timeout must end before max-poll-interval");
        }
        ClientSettings.refuseOwned(client);
    }

    static void requireText(String option, String value) {
        if (value.isBlank()) {
            throw new IllegalArgumentException(option + " must not be blank");
        }
    }

    static void requireAddresses(String servers) {
        for (String server : servers.split(",", -1)) {
            Matcher address = ADDRESS.matcher(server.trim());
            if (!address.matches() || Integer.parseInt(address.group(1)) > 65_535) {
                throw new IllegalArgumentException(
                        "bootstrap-servers must be host:port, or several of them with commas between, not '" + servers
                                + "'");
            }
        }
    }

    static void requireTopic(String option, String topic) {
        if (!TOPIC.matcher(topic).matches()) {
            throw new IllegalArgumentException(
                    option + " must be named by letters, digits, '.', '_' and '-', 249 at most, not '" + topic + "'");
        }
    }

    static void requirePositive(String option, Duration value) {
        if (value.toMillis() <= 0 || value.toMillis() > Integer.MAX_VALUE) {
            throw new IllegalArgumentException(option + " must be between 1ms and 24d");
        }
    }

    /** Leaves out what a client setting may hold in secret. */
    @Override
    public String toString() {
        return "KafkaSourceConfig[" + bootstrapServers + ", topics " + topics + ", group " + groupId + ", client "
                + masked(client) + "]";
    }

    static Map<String, String> masked(Map<String, String> client) {
        Map<String, String> shown = new LinkedHashMap<>();
        client.forEach((name, value) -> shown.put(name, isSecret(name) ? "******" : value));
        return shown;
    }

    private static boolean isSecret(String name) {
        String lower = name.toLowerCase(Locale.ROOT);
        return lower.contains("password")
                || lower.contains("jaas")
                || lower.contains("secret")
                || lower.endsWith(".key");
    }
}
