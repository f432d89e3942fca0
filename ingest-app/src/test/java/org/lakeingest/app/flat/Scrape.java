package org.lakeingest.app.flat;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;

/** Reads the page of metrics as a scraper does. */
final class Scrape {
    private Scrape() {}

    static String of(int port) {
        try (InputStream page =
                URI.create("http://127.0.0.1:" + port + "/metrics").toURL().openStream()) {
            return new String(page.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
