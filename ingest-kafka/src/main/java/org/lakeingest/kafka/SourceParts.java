package org.lakeingest.kafka;

import org.apache.kafka.clients.consumer.Consumer;

/** What exists between the start and the end of one source. */
record SourceParts(
        Consumer<byte[], byte[]> consumer,
        TopicCatalog catalog,
        Ownership owned,
        PositionCommits commits,
        WakeupGate gate,
        RebalanceLog rebalances) {}
