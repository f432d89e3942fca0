package org.lakeingest.kafka;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.Map;
import org.apache.kafka.clients.CommonClientConfigs;
import org.apache.kafka.common.protocol.ApiKeys;
import org.apache.kafka.common.utils.Utils;
import org.lakeingest.api.IngestException;

/**
 * Asks each address one small question before the client does. The client believes whatever comes back: it takes the first four
 * bytes of an HTTP answer or of a TLS alert for a length, and asks for a gigabyte of memory.
 *
 * <p>The question is an ApiVersions request of version 0, the one request that brokers of every version answer, before
 * authentication too. Nothing is learned from silence or a refused connection; the client has the better words for these.
 */
final class BrokerProbe {
    private static final int CORRELATION = 0x4c414b45;

    /** An ApiVersions answer is a few hundred bytes; this leaves room for a thousand more. */
    private static final int LONGEST_ANSWER = 1 << 20;

    private BrokerProbe() {}

    /** Throws an {@link IngestException} of kind CONFIGURATION for an address where something else than a broker answers. */
    static void check(KafkaSourceConfig config) {
        check(config.bootstrapServers(), config.client(), config.requestTimeout());
    }

    static void check(String bootstrapServers, Map<String, String> client, Duration timeout) {
        String protocol = client.getOrDefault(CommonClientConfigs.SECURITY_PROTOCOL_CONFIG, "PLAINTEXT");
        if (!protocol.equalsIgnoreCase("PLAINTEXT") && !protocol.equalsIgnoreCase("SASL_PLAINTEXT")) {
            return;
        }
        for (String address : bootstrapServers.split(",", -1)) {
            if (isForeign(address.trim(), timeout)) {
                throw new IngestException(
                        KafkaErrorCode.SETTING_REFUSED,
                        "What answers at " + address.trim() + " is no Kafka broker, or one that wants TLS; correct"
                                + " 'bootstrap-servers', or set 'client.security.protocol'");
            }
        }
    }

    private static boolean isForeign(String address, Duration timeout) {
        String host = Utils.getHost(address);
        Integer port = Utils.getPort(address);
        if (host == null || port == null) {
            return false;
        }
        int patience = (int) Math.min(timeout.toMillis(), Integer.MAX_VALUE);
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(host, port), patience);
            socket.setSoTimeout(patience);
            ask(new DataOutputStream(socket.getOutputStream()));
            DataInputStream answer = new DataInputStream(socket.getInputStream());
            int length = answer.readInt();
            return length < Integer.BYTES || length > LONGEST_ANSWER || answer.readInt() != CORRELATION;
        } catch (IOException e) {
            return false;
        }
    }

    /** Length, then key, version, correlation id and no client id; the request itself is empty. */
    private static void ask(DataOutputStream request) throws IOException {
        request.writeInt(Short.BYTES + Short.BYTES + Integer.BYTES + Short.BYTES);
        request.writeShort(ApiKeys.API_VERSIONS.id);
        request.writeShort(0);
        request.writeInt(CORRELATION);
        request.writeShort(-1);
        request.flush();
    }
}
