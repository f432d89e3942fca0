package org.lakeingest.kafka;

import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.errors.AuthenticationException;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.CorruptRecordException;
import org.apache.kafka.common.errors.InconsistentGroupProtocolException;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.InvalidGroupIdException;
import org.apache.kafka.common.errors.InvalidTopicException;
import org.apache.kafka.common.errors.RetriableException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.apache.kafka.common.errors.UnsupportedVersionException;
import org.jspecify.annotations.Nullable;
import org.lakeingest.api.IngestException;

/** From what the client throws to what the engine does about it. */
final class KafkaErrors {
    private KafkaErrors() {}

    /**
     * Classifies by the first exception of the chain that says something.
     *
     * @param what was tried, as in "reading topic 'orders' at broker:9092"
     */
    static IngestException classify(String what, Throwable thrown) {
        if (thrown instanceof IngestException known) {
            return known;
        }
        for (Throwable cause = thrown; cause != null; cause = cause.getCause()) {
            KafkaErrorCode code = code(cause);
            if (code != null) {
                return new IngestException(code, what + " failed: " + text(cause) + advice(code), thrown);
            }
        }
        return new IngestException(KafkaErrorCode.CLIENT_FAILED, what + " failed: " + text(thrown), thrown);
    }

    /** The code of what went wrong, for a line of the log about what is tried again. */
    static String codeOf(Throwable thrown) {
        return classify("", thrown).code().name();
    }

    private static @Nullable KafkaErrorCode code(Throwable cause) {
        if (cause instanceof AuthenticationException) {
            return KafkaErrorCode.AUTHENTICATION_FAILED;
        }
        if (cause instanceof AuthorizationException) {
            return KafkaErrorCode.AUTHORIZATION_FAILED;
        }
        if (cause instanceof InvalidTopicException || cause instanceof UnknownTopicOrPartitionException) {
            return KafkaErrorCode.TOPIC_MISSING;
        }
        if (cause instanceof CorruptRecordException || isDamage(cause)) {
            return KafkaErrorCode.LOG_DAMAGED;
        }
        if (cause instanceof ConfigException configuration) {
            return isUnresolvable(configuration) ? KafkaErrorCode.BROKER_UNREACHABLE : KafkaErrorCode.SETTING_REFUSED;
        }
        if (cause instanceof InconsistentGroupProtocolException
                || cause instanceof InvalidGroupIdException
                || cause instanceof UnsupportedVersionException) {
            return KafkaErrorCode.SETTING_REFUSED;
        }
        if (cause instanceof InterruptException || cause instanceof InterruptedException) {
            return KafkaErrorCode.INTERRUPTED;
        }
        if (cause instanceof TimeoutException) {
            return KafkaErrorCode.BROKER_UNREACHABLE;
        }
        return cause instanceof RetriableException ? KafkaErrorCode.BROKER_BUSY : null;
    }

    /** A name that does not resolve may do so in a moment; an address that is none never will. */
    private static boolean isUnresolvable(ConfigException thrown) {
        return text(thrown).startsWith("No resolvable bootstrap urls");
    }

    /** The client has no type of its own for a record it cannot parse. */
    private static boolean isDamage(Throwable thrown) {
        return thrown.getClass() == KafkaException.class
                && text(thrown).startsWith("Received exception when fetching the next record");
    }

    private static String advice(KafkaErrorCode code) {
        return switch (code) {
            case BROKER_UNREACHABLE -> "; check the address and that the broker runs";
            case TOPIC_MISSING -> "; create the topic or correct 'topics'";
            case AUTHENTICATION_FAILED ->
                "; check user, password, certificates, and whether the broker speaks TLS (settings under 'client')";
            case AUTHORIZATION_FAILED -> "; grant the user Read on the topics and the group";
            case SETTING_REFUSED -> "; correct the setting";
            case LOG_DAMAGED -> "; check the broker's log before going on";
            default -> "";
        };
    }

    private static String text(Throwable thrown) {
        String message = thrown.getMessage();
        return message == null
                ? thrown.getClass().getSimpleName()
                : message.lines().findFirst().orElse(message);
    }
}
