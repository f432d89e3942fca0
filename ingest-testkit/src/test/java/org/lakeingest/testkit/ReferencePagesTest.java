package org.lakeingest.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.lakeingest.engine.PipelineOptions;
import org.lakeingest.engine.config.ConfigReference;
import org.lakeingest.engine.metrics.MetricsReference;

/** The pages of the engine; it cannot check them itself, since the kit stands on it. */
final class ReferencePagesTest {
    @Test
    void metricsPageIsUpToDate() {
        GeneratedPage.check("docs/reference/metrics.md", MetricsReference.page());
    }

    @Test
    void pipelinePageIsUpToDate() {
        String introduction = "Options at the top level of a pipeline file, beside `name`, `source`, `decoder`,"
                + " `transformers`, `sink`, `dead-letters` and `admin`.";
        GeneratedPage.check(
                "docs/reference/config/pipeline.md",
                ConfigReference.page("Pipeline", introduction, PipelineOptions.class));
    }

    @Test
    void pageThatDiffersOrIsMissingFailsUntilItIsUpdated(@TempDir Path directory) throws IOException {
        Path page = directory.resolve("reference/page.md");
        assertThatThrownBy(() -> GeneratedPage.check(page, "new", false))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("page.md is out of date; run the tests with -Dreference.update=true");
        GeneratedPage.check(page, "new", true);
        GeneratedPage.check(page, "new", false);
        assertThat(Files.readString(page)).isEqualTo("new");
        assertThatThrownBy(() -> GeneratedPage.check(page, "newer", false)).isInstanceOf(AssertionError.class);
    }
}
