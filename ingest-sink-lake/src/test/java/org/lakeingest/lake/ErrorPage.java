package org.lakeingest.lake;

import java.util.stream.Collectors;

/** The error reference of the lake sink, from the tables in the code. */
final class ErrorPage {
    private ErrorPage() {}

    static String text() {
        StringBuilder page = new StringBuilder("""
                # Errors of the lake sink

                The kind decides what the engine does: TRANSIENT and INDETERMINATE are tried again, BLOCKED is tried again and
                makes the pipeline not ready until somebody acts, RECORD goes to the error policy, everything else stops the pipeline with its positions untouched.

                This page is generated from the tables in the code; a test compares the two.

                | Code | Kind | Meaning | What happens, or what to do |
                |---|---|---|---|
                """);
        for (LakeErrorCode code : LakeErrorCode.values()) {
            page.append("| `")
                    .append(code)
                    .append("` | ")
                    .append(code.kind())
                    .append(" | ")
                    .append(code.meaning())
                    .append(" | ")
                    .append(code.advice())
                    .append(" |\n");
        }
        serverCodes(page);
        brokenAnswers(page);
        return page.toString();
    }

    private static void serverCodes(StringBuilder page) {
        page.append("""

                ## What the lake's words and codes become

                An error inside an answer, whatever the HTTP status: the first row that fits counts. Where repeating is harmless
                (reading, creating, uploading) an unknown outcome counts as TRANSIENT.

                | Words in the text | Codes | Where | They stand for | Code here |
                |---|---|---|---|---|
                """);
        for (LakeRules.Words words : LakeRules.WORDS) {
            String texts = words.texts().stream().map(text -> '`' + text + '`').collect(Collectors.joining(", "));
            String codes = words.codes().isEmpty() ? "any" : "1001, or none from a streaming load";
            row(page, texts, codes, words.where(), words.names(), words.result());
        }
        for (LakeRules.Rule rule : LakeRules.CODES) {
            String codes = rule.codes().stream().map(String::valueOf).collect(Collectors.joining(", "));
            row(page, "", codes, rule.where(), rule.names(), rule.result());
        }
        row(page, "", "any other", "everywhere", "", LakeErrorCode.LAKE_OUTCOME_UNKNOWN);
    }

    private static void row(StringBuilder page, Object... cells) {
        for (int i = 0; i < cells.length; i++) {
            page.append("| ")
                    .append(i == cells.length - 1 ? "`" + cells[i] + "`" : cells[i])
                    .append(' ');
        }
        page.append("|\n");
    }

    private static void brokenAnswers(StringBuilder page) {
        page.append("""

                ## What an HTTP status becomes

                Counts where the text holds neither a code of the lake (`Code: 1046`) nor known words. A streaming load's 400 is no
                data error by itself: `Query execution failed` without code and known words is `LAKE_OUTCOME_UNKNOWN`.

                | HTTP status | Where | It stands for | Code here |
                |---|---|---|---|
                """);
        for (LakeRules.StatusRule rule : LakeRules.STATUSES) {
            row(page, rule.statuses(), rule.where(), rule.names(), rule.result());
        }
        page.append("""

                ## What a missing or broken answer becomes

                | How far the call got | Where | Code here |
                |---|---|---|
                """);
        for (LakeRules.PhaseRule rule : LakeRules.PHASES) {
            row(page, rule.names(), rule.where(), rule.result());
        }
        row(page, "status 200, and the JSON ends in the middle", "everywhere", LakeErrorCode.LAKE_ANSWER_LOST);
        row(page, "status 200, and no JSON, or more than 32 MB", "everywhere", LakeErrorCode.LAKE_ANSWER_UNREADABLE);
        settled(page);
    }

    private static void settled(StringBuilder page) {
        page.append("""

                ## Where repeating is harmless

                Reading, creating and uploading change nothing when they are done twice, so not knowing counts as not done.

                | Instead of | Code here |
                |---|---|
                """);
        for (LakeErrorCode code : LakeErrorCode.values()) {
            if (LakeRules.whenRepeatable(code) != code) {
                row(page, '`' + code.name() + '`', LakeRules.whenRepeatable(code));
            }
        }
        page.append("""

                ## What a refusal becomes of something that worked

                Once the sink is open, a refusal means that somebody changed something. The rows concerned wait, the pipeline says why it
                is not ready, and goes on by itself when the lake takes them again.

                | Instead of | When | Code here |
                |---|---|---|
                | `LAKE_AUTHENTICATION` | the sink was opened | `LAKE_CREDENTIALS_REFUSED` |
                | `LAKE_PERMISSION`, `LAKE_UPLOAD_REFUSED` | rows of this run are in the table | `LAKE_PERMISSION_LOST` |
                | `LAKE_ENDPOINT`, `LAKE_REDIRECT` | the sink was opened | `LAKE_ENDPOINT_CHANGED` |
                """);
    }
}
