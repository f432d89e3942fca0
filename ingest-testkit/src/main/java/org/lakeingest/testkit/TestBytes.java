package org.lakeingest.testkit;

import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.lakeingest.api.BytesColumn;

/**
 * All payloads in one array, each with strange bytes before and behind, so that whoever ignores offset or length is found
 * out.
 */
final class TestBytes implements BytesColumn {
    private static final byte FILLER = (byte) 0xEE;
    private static final int MARGIN = 3;

    private final byte[] arena;
    private final int[] offsets;
    private final int[] lengths;

    TestBytes(List<byte @Nullable []> payloads) {
        offsets = new int[payloads.size()];
        lengths = new int[payloads.size()];
        int end = MARGIN;
        for (int i = 0; i < offsets.length; i++) {
            byte[] payload = payloads.get(i);
            offsets[i] = end;
            lengths[i] = payload == null ? -1 : payload.length;
            end += Math.max(0, lengths[i]) + MARGIN;
        }
        arena = new byte[end];
        Arrays.fill(arena, FILLER);
        for (int i = 0; i < offsets.length; i++) {
            byte[] payload = payloads.get(i);
            if (payload != null) {
                System.arraycopy(payload, 0, arena, offsets[i], payload.length);
            }
        }
    }

    @Override
    public int size() {
        return offsets.length;
    }

    @Override
    public boolean isNull(int index) {
        return lengths[index] < 0;
    }

    @Override
    public byte[] array(int index) {
        return arena;
    }

    @Override
    public int arrayOffset(int index) {
        return offsets[index];
    }

    @Override
    public int length(int index) {
        return Math.max(0, lengths[index]);
    }
}
