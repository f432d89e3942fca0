package org.lakeingest.format.json;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.util.Arrays;
import java.util.Base64;
import org.jspecify.annotations.Nullable;
import org.lakeingest.api.BytesColumn;
import org.lakeingest.format.json.JsonDecoderConfig.InvalidUtf8;

/** Mends payloads that are not UTF-8, as the option {@code invalid-utf8} says. */
final class Utf8Repair {
    private Utf8Repair() {}

    /** The column with this payload mended, or null when it is not to be mended, or needs no mending. */
    static @Nullable BytesColumn repaired(BytesColumn payloads, int index, InvalidUtf8 policy) {
        if (policy == InvalidUtf8.REJECT || payloads instanceof OneReplaced) {
            return null;
        }
        int start = payloads.arrayOffset(index);
        byte[] bytes = Arrays.copyOfRange(payloads.array(index), start, start + payloads.length(index));
        try {
            UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes));
            return null;
        } catch (CharacterCodingException e) {
            byte[] mended = policy == InvalidUtf8.REPLACE
                    ? new String(bytes, UTF_8).getBytes(UTF_8)
                    : ("{\"base64\":\"" + Base64.getEncoder().encodeToString(bytes) + "\"}").getBytes(ISO_8859_1);
            return new OneReplaced(payloads, index, mended);
        }
    }

    private static final class OneReplaced implements BytesColumn {
        private final BytesColumn others;
        private final int replaced;
        private final byte[] bytes;

        OneReplaced(BytesColumn others, int replaced, byte[] bytes) {
            this.others = others;
            this.replaced = replaced;
            this.bytes = bytes;
        }

        @Override
        public int size() {
            return others.size();
        }

        @Override
        public boolean isNull(int index) {
            return others.isNull(index);
        }

        @Override
        public byte[] array(int index) {
            return index == replaced ? bytes : others.array(index);
        }

        @Override
        public int arrayOffset(int index) {
            return index == replaced ? 0 : others.arrayOffset(index);
        }

        @Override
        public int length(int index) {
            return index == replaced ? bytes.length : others.length(index);
        }
    }
}
