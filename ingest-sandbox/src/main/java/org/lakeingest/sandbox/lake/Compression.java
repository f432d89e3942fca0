package org.lakeingest.sandbox.lake;

import com.github.luben.zstd.ZstdInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.GZIPInputStream;

/** Opens files that may be compressed. Stateless. */
final class Compression {
    private Compression() {}

    static InputStream open(Path file, String compression) throws IOException {
        return unpack(Files.newInputStream(file), compression);
    }

    static InputStream unpack(InputStream in, String compression) throws IOException {
        try {
            return switch (compression) {
                case "gzip" -> new GZIPInputStream(in, 1 << 16);
                case "zstd" -> new ZstdInputStream(in);
                default -> in;
            };
        } catch (IOException e) {
            in.close();
            throw e;
        }
    }
}
