package org.lakeingest.app.mock;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.lakeingest.api.AssignmentListener;
import org.lakeingest.api.OffsetRange;
import org.lakeingest.api.RecordBatch;
import org.lakeingest.api.SourcePartition;

class MockSourceTest {
    private static final SourcePartition PARTITION = new SourcePartition("mock", "m", 3);
    private static final String MESSAGE =
            "{\"Data\":\"{\\\"a\\\":1}\",\"DataOffset\":7,\"Partition\":3,\"Key\":\"k\",\"CreateTime\":\"1970-01-01T00:00:01Z\"}";

    private final List<String> told = new ArrayList<>();
    private final AssignmentListener listener = new AssignmentListener() {
        @Override
        public void onAssigned(Set<SourcePartition> partitions) {
            told.add("assigned " + partitions.size());
        }

        @Override
        public Map<SourcePartition, Long> onRevoked(Set<SourcePartition> partitions, Duration grace) {
            told.add("revoked " + partitions.size());
            return Map.of();
        }

        @Override
        public void onLost(Set<SourcePartition> partitions) {
            told.add("lost");
        }
    };

    @Test
    void repeatsTheMessageUnderAscendingOffsetsOnceResumed() {
        MockSource source = new MockSource(MockMessage.parse(MESSAGE), PARTITION, 2);
        source.start(listener);

        assertThat(source.poll(Duration.ZERO)).isEmpty();
        source.resume(Set.of(PARTITION));
        assertThat(source.poll(Duration.ZERO).get(0).range()).isEqualTo(new OffsetRange(7, 9));
        RecordBatch second = source.poll(Duration.ZERO).get(0);
        source.close();
        source.close();

        assertThat(second.range()).isEqualTo(new OffsetRange(9, 11));
        assertThat(new String(second.values().array(1), UTF_8)).isEqualTo("{\"a\":1}");
        assertThat(new String(second.keys().array(1), UTF_8)).isEqualTo("k");
        assertThat(second.timestampMillis(1)).isEqualTo(1000);
        assertThat(told).containsExactly("assigned 1", "revoked 1");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "[]|must be a JSON object",
                "{|must be a JSON object",
                "{\"Data\":1}|has a field Data that is no text",
                "{\"DataOffset\":-1}|has a field DataOffset that is no number of 0 or more",
                "{\"CreateTime\":\"today\"}|has a field CreateTime that is no time",
            })
    void namesWhatIsWrongWithTheMessage(String text, String message) {
        assertThatThrownBy(() -> new MockSourceConfig(text, 1)).hasMessageContaining("message " + message);
    }
}
