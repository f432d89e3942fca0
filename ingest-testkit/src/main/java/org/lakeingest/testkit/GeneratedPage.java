package org.lakeingest.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.assertj.core.api.Assertions;

/**
 * Compares a committed page with what the code generates, and rewrites it when the tests run with
 * {@code -Dreference.update=true}.
 *
 * <pre>{@code
 * GeneratedPage.check("docs/reference/config/lake.md", ConfigReference.page("Lake sink", "...", LakeSinkConfig.class));
 * }</pre>
 */
public final class GeneratedPage {
    private static final String UPDATE = "reference.update";

    private GeneratedPage() {}

    /**
     * Fails when the page differs from the content, or is missing.
     *
     * @param page relative to the root of the project, the directory that holds {@code .mvn}
     */
    public static void check(String page, String content) {
        check(root().resolve(page), content, Boolean.getBoolean(UPDATE));
    }

    static void check(Path page, String content, boolean update) {
        try {
            if (update) {
                Files.createDirectories(page.toAbsolutePath().getParent());
                Files.writeString(page, content);
                return;
            }
            String committed = Files.exists(page) ? Files.readString(page) : "";
            Assertions.assertThat(committed)
                    .as("%s is out of date; run the tests with -D%s=true and commit it", page.getFileName(), UPDATE)
                    .isEqualTo(content);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Path root() {
        Path start = Path.of("").toAbsolutePath();
        for (Path directory = start; directory != null; directory = directory.getParent()) {
            if (Files.isDirectory(directory.resolve(".mvn"))) {
                return directory;
            }
        }
        throw new IllegalStateException("no directory above " + start + " holds .mvn");
    }
}
