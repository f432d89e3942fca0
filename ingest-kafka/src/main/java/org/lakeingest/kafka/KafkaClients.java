package org.lakeingest.kafka;

import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/** Makes the clients of one worker; the seam at which a test keeps hold of them. */
class KafkaClients {
    private final KafkaSourceConfig config;
    private final String clientId;

    KafkaClients(KafkaSourceConfig config, String clientId) {
        this.config = config;
        this.clientId = clientId;
    }

    Consumer<byte[], byte[]> consumer() {
        return ClientSettings.withOwnClasses(() -> new KafkaConsumer<>(
                ClientSettings.consumer(config, clientId), new ByteArrayDeserializer(), new ByteArrayDeserializer()));
    }

    Admin admin() {
        return ClientSettings.withOwnClasses(() -> Admin.create(ClientSettings.admin(config, clientId)));
    }
}
