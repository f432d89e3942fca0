package org.lakeingest.format.json;

import org.junit.jupiter.api.Test;
import org.lakeingest.testkit.GeneratedPage;

class JsonErrorPageTest {
    @Test
    void everyCodeIsDocumented() {
        StringBuilder page = new StringBuilder("""
                # Errors of the decoder json

                All are of kind RECORD: they reject one record and say nothing about its neighbours. Why so strict:
                [decision](../../decisions/2026-11-30-json-validity.md).

                This page is generated from the codes; a test compares the two.

                | Code | Meaning | What to do |
                |---|---|---|
                """);
        for (JsonErrorCode code : JsonErrorCode.values()) {
            page.append("| `").append(code).append("` | ").append(code.meaning());
            page.append(" | ").append(code.remedy()).append(" |\n");
        }

        GeneratedPage.check("docs/reference/errors/json.md", page.toString());
    }
}
