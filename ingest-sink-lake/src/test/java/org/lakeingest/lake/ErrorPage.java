package org.lakeingest.lake;

import java.util.ArrayList;
import java.util.List;

/** The error reference of the lake sink, from the tables in the code. */
final class ErrorPage {
    private ErrorPage() {}

    static String text() {
        StringBuilder page = new StringBuilder("""
                # Errors of the lake sink

                The kind decides what the engine does: TRANSIENT and INDETERMINATE are tried again, RECORD goes to the error
                policy, everything else stops the pipeline with its positions untouched.

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

                ## What the lake's own codes become

                The first row that fits counts. Where repeating is harmless (reading, creating, uploading) an unknown outcome
                counts as TRANSIENT.

                | The lake's codes | Where | They stand for | Code here |
                |---|---|---|---|
                | 1001 with `Current active sessions` | everywhere | session limit | `LAKE_BUSY` |
                | 1001 with `fail to match schema`, `fail to load row`, `missing field`, `no fields match` | loads | data | `LAKE_DATA_REFUSED` |
                """);
        for (LakeErrors.Rule rule : LakeErrors.RULES) {
            List<String> codes = new ArrayList<>();
            rule.codes().forEach(code -> codes.add(String.valueOf(code)));
            page.append("| ")
                    .append(String.join(", ", codes))
                    .append(" | ")
                    .append(rule.loads() ? "loads" : "everywhere")
                    .append(" | ")
                    .append(rule.names())
                    .append(" | `")
                    .append(rule.result())
                    .append("` |\n");
        }
    }

    private static void brokenAnswers(StringBuilder page) {
        page.append("""
                | any other | everywhere | | `LAKE_OUTCOME_UNKNOWN` |

                ## What a missing or broken answer becomes

                | How far the call got | Statement, upload | Streaming load |
                |---|---|---|
                | no connection | `LAKE_UNREACHABLE`, `LAKE_TLS` | the same |
                | the request was not sent whole | `LAKE_NOT_SENT` | `LAKE_ANSWER_LOST` |
                | the request was sent | `LAKE_ANSWER_LOST`; where repeating is harmless `LAKE_NO_ANSWER` | `LAKE_ANSWER_LOST` |
                | HTTP 401 | `LAKE_AUTHENTICATION` | the same |
                | HTTP 403 | `LAKE_PERMISSION`, for uploads `LAKE_UPLOAD_REFUSED` | `LAKE_PERMISSION` |
                | HTTP 408, 429 | `LAKE_BUSY` | the same |
                | HTTP 503 | `LAKE_UNAVAILABLE` | the same |
                | HTTP 400 | by the code in its text, else `LAKE_STATEMENT_REFUSED` | the same; `Query execution failed` is `LAKE_DATA_REFUSED` |
                | other HTTP 5xx | `LAKE_OUTCOME_UNKNOWN`; where repeating is harmless `LAKE_UNAVAILABLE` | `LAKE_OUTCOME_UNKNOWN` |
                | anything else | `LAKE_ENDPOINT` | the same |
                """);
    }
}
