package org.lakeingest.lake;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.Optional;
import okhttp3.Credentials;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What goes into the Authorization header. A token file is read again whenever it has changed, since tokens are renewed while a
 * pipeline runs; a file that cannot be read then leaves the last token in force. Thread-safe.
 */
final class LakeCredentials {
    private static final Logger LOG = LoggerFactory.getLogger(LakeCredentials.class);

    private final @Nullable String fixed;
    private final @Nullable Path file;
    private @Nullable FileTime read;
    private String token = "";

    /**
     * Reads the token file, if there is one.
     *
     * @throws LakeException when it cannot be read
     */
    LakeCredentials(LakeDsn dsn) {
        Optional<String> given = dsn.option("access_token");
        Optional<String> path = dsn.option("access_token_file");
        if (given.isPresent()) {
            fixed = "Bearer " + given.get();
            file = null;
        } else if (path.isPresent()) {
            fixed = null;
            file = Path.of(path.get());
            try {
                read(file);
            } catch (IOException e) {
                throw new LakeException(
                        LakeErrorCode.LAKE_AUTHENTICATION, 0, "access_token_file '" + file + "' cannot be read", e);
            }
        } else {
            fixed = dsn.user().isEmpty() ? null : Credentials.basic(dsn.user(), dsn.password(), StandardCharsets.UTF_8);
            file = null;
        }
    }

    /** Null when there are no credentials. */
    synchronized @Nullable String header() {
        if (file == null) {
            return fixed;
        }
        try {
            if (!Files.getLastModifiedTime(file).equals(read)) {
                read(file);
            }
        } catch (IOException e) {
            LOG.debug("access_token_file '{}' cannot be read now; the last token stays in force", file, e);
        }
        return "Bearer " + token;
    }

    /** The time first, so that a file that is written meanwhile is read again. */
    private void read(Path from) throws IOException {
        FileTime time = Files.getLastModifiedTime(from);
        String content = Files.readString(from).strip();
        if (!content.isEmpty() || token.isEmpty()) {
            token = content;
        }
        read = time;
    }
}
