package org.lakeingest.lake.encode;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.lakeingest.api.SourcePartition;

final class RowIdsTest {
    private static final SourcePartition PARTITION = new SourcePartition("orders", "cluster/topic", 3);

    @Test
    void idsNeverChange() {
        assertThat(id(PARTITION, 0)).isEqualTo("08a915b0-ef83-8887-a2b6-4ce95e91e38f");
        assertThat(id(PARTITION, 1)).isEqualTo("08a915b0-ef83-8887-a2bf-d3002f38cfc4");
    }

    @Test
    void anIdIsAVersion8UuidInLowerCase() {
        UUID uuid = UUID.fromString(id(PARTITION, 42));
        assertThat(uuid.version()).isEqualTo(8);
        assertThat(uuid.variant()).isEqualTo(2);
        assertThat(uuid.toString()).isEqualTo(id(PARTITION, 42));
    }

    @Test
    void anIdDependsOnEachOfItsFourParts() {
        assertThat(id(PARTITION, 42))
                .isEqualTo(id(new SourcePartition("orders", "cluster/topic", 3), 42))
                .isNotEqualTo(id(PARTITION, 43))
                .isNotEqualTo(id(new SourcePartition("orders", "cluster/topic", 4), 42))
                .isNotEqualTo(id(new SourcePartition("order", "cluster/topic", 3), 42))
                .isNotEqualTo(id(new SourcePartition("orders", "cluster/topic2", 3), 42));
        // Nor can text wander from one part into the next.
        assertThat(id(new SourcePartition("ab", "c", 0), 0)).isNotEqualTo(id(new SourcePartition("b", "ca", 0), 0));
    }

    @Test
    void idsOfMillionsOfRecordsAreDistinct() {
        int partitions = 4;
        int rows = 500_000;
        long[] seen = new long[partitions * rows];
        long[] heads = new long[partitions];
        for (int partition = 0; partition < partitions; partition++) {
            RowIds ids = new RowIds(new SourcePartition("orders", "cluster/topic", partition));
            GrowingBytes out = new GrowingBytes(RowIds.LENGTH);
            for (int i = 0; i < rows; i++) {
                out.resize(0);
                // Dense offsets in half of the partitions, distant ones in the others.
                ids.put(out, partition % 2 == 0 ? i : (long) i << 42);
                UUID uuid = UUID.fromString(new String(out.array(), 0, out.size(), StandardCharsets.US_ASCII));
                heads[partition] = uuid.getMostSignificantBits();
                seen[partition * rows + i] = uuid.getLeastSignificantBits();
            }
        }
        assertThat(heads).doesNotHaveDuplicates();
        Arrays.sort(seen);
        for (int i = 1; i < seen.length; i++) {
            assertThat(seen[i] == seen[i - 1]).isFalse();
        }
    }

    private static String id(SourcePartition partition, long offset) {
        GrowingBytes out = new GrowingBytes(1);
        new RowIds(partition).put(out, offset);
        return new String(out.array(), 0, out.size(), StandardCharsets.US_ASCII);
    }
}
