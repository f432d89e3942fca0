package org.lakeingest.engine.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class NamesTest {
    @ParameterizedTest
    @CsvSource({
        "tabel, table",
        "maxRows, max-rows",
        "max_rows, max-rows",
        "mx-rows, max-rows",
        "TABLE, table",
        "bootstrap.servers, bootstrap-servers",
        "completely-else, ",
        "x, "
    })
    void nearestNameIsFoundIfThereIsOne(String written, String expected) {
        assertThat(NearestName.of(written, List.of("table", "max-rows", "bootstrap-servers")))
                .isEqualTo(expected);
    }

    @Test
    void locationReadsAsEditorsUnderstandIt() {
        assertThat(new Location("a.yaml", 7, 3)).hasToString("a.yaml:7:3");
        assertThat(new Location("a.yaml", 7, 0)).hasToString("a.yaml:7");
        assertThat(Location.of("command line")).hasToString("command line");
    }

    @Test
    void referencePageListsEveryOptionOfEverySection() {
        assertThat(ConfigReference.page("Test", "For tests.", TestOptions.class))
                .startsWith("# Test\n\nFor tests.\n")
                .contains("| `table` | text | required | Target table. Formerly `target`. |\n")
                .contains("| `load` | staged-copy, streaming | `staged-copy` | How. |\n")
                .contains("| `password` | secret | none | Password. |\n")
                .contains("| `topics` | list of: text | none | Topics. |\n")
                .contains("| `check` | true or false | `true` | Whether \\| not. |\n")
                .contains("| `client.*` | names and values | none | Passed on. |\n")
                .contains(
                        "| `batch` | section |  | Batches. |\n| `batch.max-rows` | whole number | `50000` | Rows. |\n")
                .contains("| `steps[].name` | text | required | Name. |\n");
    }
}
