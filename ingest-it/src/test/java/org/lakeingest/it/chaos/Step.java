package org.lakeingest.it.chaos;

import java.util.Locale;

/** What a request to the lake is, as far as faults care. */
enum Step {
    UPLOAD,
    CLAIM,
    BEGIN,
    MOVE,
    COPY,
    COMMIT,
    ROLLBACK,
    OTHER;

    static Step of(String method, String path, String sql) {
        if (path.startsWith("/v1/upload_to_stage")) {
            return UPLOAD;
        }
        String text = sql.toUpperCase(Locale.ROOT);
        if (!method.equals("POST") || text.isEmpty()) {
            return OTHER;
        } else if (text.equals("BEGIN") || text.equals("COMMIT") || text.equals("ROLLBACK")) {
            return valueOf(text);
        } else if (text.startsWith("COPY INTO")) {
            return COPY;
        } else if (text.startsWith("MERGE INTO")) {
            return MOVE;
        }
        return text.startsWith("UPDATE") && text.contains("WHERE PARTITION_KEY IN") ? CLAIM : OTHER;
    }
}
