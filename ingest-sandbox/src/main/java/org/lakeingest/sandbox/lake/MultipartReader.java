package org.lakeingest.sandbox.lake;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.MultiPart;
import org.eclipse.jetty.io.Content;
import org.jspecify.annotations.Nullable;

/**
 * Streams the parts of a multipart body into uploads, without holding a part in memory. One per request, one thread.
 *
 * <p>A framing error between parts ends the body silently with the parts read so far, as it does in the lake; an end inside a part
 * is an error.
 */
final class MultipartReader implements MultiPart.Parser.Listener {
    private final Receiver receiver;
    private final List<LakeBackend.Upload> uploads = new ArrayList<>();
    private final Map<String, String> disposition = new HashMap<>();
    private LakeBackend.@Nullable Upload open;
    private @Nullable Exception failure;
    private boolean ended;

    /** Decides where a part goes. */
    interface Receiver {
        LakeBackend.Upload begin(@Nullable String field, @Nullable String file) throws LakeException, IOException;
    }

    private MultipartReader(Receiver receiver) {
        this.receiver = receiver;
    }

    /** Reads the whole body; the uploads are written but not published. The caller closes them. */
    static List<LakeBackend.Upload> read(@Nullable String contentType, InputStream body, Receiver receiver)
            throws LakeException, IOException {
        String boundary = contentType != null && contentType.startsWith("multipart/form-data")
                ? MultiPart.extractBoundary(contentType)
                : null;
        if (boundary == null) {
            throw new HttpError(415, "expect content type `multipart/form-data`");
        }
        MultipartReader reader = new MultipartReader(receiver);
        try {
            reader.drain(new MultiPart.Parser(boundary, reader), body);
            return reader.uploads;
        } catch (LakeException | IOException | RuntimeException e) {
            reader.uploads.forEach(LakeBackend.Upload::close);
            throw e;
        }
    }

    private void drain(MultiPart.Parser parser, InputStream body) throws LakeException, IOException {
        parser.setMaxParts(-1);
        byte[] buffer = new byte[1 << 16];
        int length = body.read(buffer);
        while (length >= 0 && !ended) {
            parser.parse(Content.Chunk.from(ByteBuffer.wrap(buffer, 0, length), false));
            check();
            length = body.read(buffer);
        }
        while (length >= 0) {
            length = body.read(buffer);
        }
        if (open != null) {
            throw new IOException("the body ends inside a part");
        }
    }

    private void check() throws LakeException, IOException {
        if (failure instanceof LakeException refused) {
            throw refused;
        }
        if (failure instanceof IOException broken) {
            throw broken;
        }
        if (failure instanceof RuntimeException refused) {
            throw refused;
        }
    }

    @Override
    public void onPartBegin() {
        disposition.clear();
    }

    @Override
    public void onPartHeader(String name, String value) {
        if (name.toLowerCase(Locale.ROOT).equals("content-disposition")) {
            HttpField.getValueParameters(value, disposition);
        }
    }

    @Override
    public void onPartHeaders() {
        if (failure != null) {
            return;
        }
        try {
            open = receiver.begin(disposition.get("name"), disposition.get("filename"));
            uploads.add(open);
        } catch (LakeException | IOException | RuntimeException e) {
            failure = e;
        }
    }

    @Override
    public void onPartContent(Content.Chunk chunk) {
        if (failure != null || open == null) {
            return;
        }
        ByteBuffer bytes = chunk.getByteBuffer();
        try {
            if (bytes.hasArray()) {
                open.write(bytes.array(), bytes.arrayOffset() + bytes.position(), bytes.remaining());
            } else {
                byte[] copy = new byte[bytes.remaining()];
                bytes.duplicate().get(copy);
                open.write(copy, 0, copy.length);
            }
        } catch (IOException e) {
            failure = e;
        }
    }

    @Override
    public void onPartEnd() {
        open = null;
    }

    @Override
    public void onComplete() {
        ended = true;
    }

    @Override
    public void onFailure(Throwable broken) {
        ended = true;
        if (open != null && failure == null) {
            failure = new IOException("bad framing inside a part: " + broken.getMessage(), broken);
        }
    }
}
