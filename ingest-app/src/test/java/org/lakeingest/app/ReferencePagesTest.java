package org.lakeingest.app;

import org.junit.jupiter.api.Test;
import org.lakeingest.app.admin.AdminOptions;
import org.lakeingest.engine.config.ConfigReference;
import org.lakeingest.testkit.GeneratedPage;

class ReferencePagesTest {
    @Test
    void adminPageIsUpToDate() {
        String introduction =
                "Options of the section `admin`: where `/metrics`, `/health/live` and `/health/ready` are served.";
        GeneratedPage.check(
                "docs/reference/config/admin.md", ConfigReference.page("Admin", introduction, AdminOptions.class));
    }

    @Test
    void errorPageIsUpToDate() {
        StringBuilder page = new StringBuilder("""
                # Errors of the application

                Errors of kind CONFIGURATION end the process with status 2, the others with status 1.

                This page is generated from the table in the code; a test compares the two.

                | Code | Kind | Meaning | What to do |
                |---|---|---|---|
                """);
        for (AppErrorCode code : AppErrorCode.values()) {
            page.append("| `")
                    .append(code)
                    .append("` | ")
                    .append(code.kind())
                    .append(" | ")
                    .append(code.meaning());
            page.append(" | ").append(code.remedy()).append(" |\n");
        }
        GeneratedPage.check("docs/reference/errors/app.md", page.toString());
    }
}
