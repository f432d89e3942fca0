package org.lakeingest.kafka;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.clients.consumer.ConsumerPartitionAssignor;
import org.apache.kafka.clients.consumer.ConsumerPartitionAssignor.RebalanceProtocol;
import org.apache.kafka.clients.consumer.CooperativeStickyAssignor;
import org.apache.kafka.clients.consumer.RangeAssignor;
import org.apache.kafka.clients.consumer.RoundRobinAssignor;
import org.apache.kafka.clients.consumer.StickyAssignor;
import org.lakeingest.kafka.KafkaSourceConfig.GroupProtocol;

/** From the names users write to the client's assignors. */
final class AssignmentStrategies {
    private static final String DEFAULT = "cooperative-sticky";
    private static final String RANGE = "range";
    private static final Map<String, Class<? extends ConsumerPartitionAssignor>> KNOWN = Map.of(
            DEFAULT,
            CooperativeStickyAssignor.class,
            "sticky",
            StickyAssignor.class,
            "range",
            RangeAssignor.class,
            "roundrobin",
            RoundRobinAssignor.class);

    private AssignmentStrategies() {}

    static void check(List<String> names, GroupProtocol protocol) {
        if (names.isEmpty()) {
            throw new IllegalArgumentException("assignment-strategies must name at least one strategy");
        }
        for (String name : names) {
            if (!KNOWN.containsKey(name) && !name.contains(".")) {
                throw new IllegalArgumentException("assignment-strategies: '" + name
                        + "' is none of cooperative-sticky, sticky, range, roundrobin, and no class name either");
            }
        }
        if (protocol == GroupProtocol.CONSUMER && !names.equals(List.of(DEFAULT)) && !names.equals(List.of(RANGE))) {
            throw new IllegalArgumentException(
                    "assignment-strategies " + names + " needs group-protocol classic; under the "
                            + "consumer protocol it is cooperative-sticky or range");
        }
    }

    /** The broker's name for the strategy under the consumer protocol; empty for the one it prefers, which is sticky. */
    static Optional<String> remoteAssignor(List<String> names) {
        return names.equals(List.of(RANGE)) ? Optional.of(RANGE) : Optional.empty();
    }

    /** Class names in the order given, as the client wants them. */
    static List<String> classNames(List<String> names) {
        List<String> classes = new ArrayList<>();
        for (String name : names) {
            Class<?> known = KNOWN.get(name);
            classes.add(known == null ? name : known.getName());
        }
        return classes;
    }

    /** What the client will settle on: the best protocol that all assignors support. Loads classes. */
    static String protocol(KafkaSourceConfig config) {
        if (config.groupProtocol() == GroupProtocol.CONSUMER) {
            return "consumer";
        }
        Set<RebalanceProtocol> common = EnumSet.allOf(RebalanceProtocol.class);
        for (ConsumerPartitionAssignor assignor :
                ConsumerPartitionAssignor.getAssignorInstances(classNames(config.assignmentStrategies()), Map.of())) {
            common.retainAll(assignor.supportedProtocols());
        }
        return common.contains(RebalanceProtocol.COOPERATIVE) ? "cooperative" : "eager";
    }
}
