package org.lakeingest.lake.encode;

import com.github.luben.zstd.ZstdInputStreamNoFinalizer;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** The content of encoded files. */
final class EncodedText {
    private EncodedText() {}

    static byte[] bytes(EncodedFile file) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try {
            file.content().writeTo(bytes);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }

    static byte[] unzipped(EncodedFile file) {
        try (ZstdInputStreamNoFinalizer in = new ZstdInputStreamNoFinalizer(new ByteArrayInputStream(bytes(file)))) {
            return in.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static List<String> lines(EncodedFile file) {
        String text = new String(unzipped(file), StandardCharsets.UTF_8);
        return List.of(text.split("\n"));
    }
}
