package org.lakeingest.kafka;

import org.apache.kafka.clients.consumer.ConsumerGroupMetadata;
import org.lakeingest.api.Membership;

/** Who a worker is in its consumer group. Immutable. */
record KafkaMembership(ConsumerGroupMetadata metadata) implements Membership {}
