package org.lakeingest.format.avro;

import org.junit.jupiter.api.Test;
import org.lakeingest.testkit.GeneratedPage;

class AvroErrorPageTest {
    @Test
    void everyCodeIsDocumented() {
        StringBuilder page = new StringBuilder("""
                # Errors of the decoder avro

                This page is generated from the codes; a test compares the two.

                | Code | Kind | Meaning | What to do |
                |---|---|---|---|
                """);
        for (AvroErrorCode code : AvroErrorCode.values()) {
            page.append("| `").append(code).append("` | ").append(code.kind()).append(" | ");
            page.append(code.meaning()).append(" | ").append(code.remedy()).append(" |\n");
        }

        GeneratedPage.check("docs/reference/errors/avro.md", page.toString());
    }
}
