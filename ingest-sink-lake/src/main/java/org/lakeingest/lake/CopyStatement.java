package org.lakeingest.lake;

import java.util.ArrayList;
import java.util.List;
import org.lakeingest.lake.encode.FileCompression;
import org.lakeingest.lake.encode.FileFormat;

/**
 * The statements that load files. Everything that has a default in the lake and matters is written out.
 *
 * @param purges whether the lake deletes a file it has loaded
 * @param forces whether it loads a file that it remembers
 * @param drops whether it leaves out rows that it refuses, instead of refusing the file
 */
record CopyStatement(
        FileFormat format,
        FileCompression compression,
        LakeSinkConfig.MissingField missing,
        boolean purges,
        boolean forces,
        boolean disableVariantCheck,
        boolean drops) {

    String sql(ReadyFile file) {
        return sql(List.of(file), forces);
    }

    /** For files of one table with the same columns, in a transaction whose ledger knows better than the lake's file records. */
    String forced(List<ReadyFile> files) {
        return sql(files, true);
    }

    private String sql(List<ReadyFile> files, boolean force) {
        ReadyFile file = files.get(0);
        List<String> names = new ArrayList<>(files.size());
        for (ReadyFile each : files) {
            names.add(SqlIdentifier.literal(each.path().file()));
        }
        return "COPY INTO " + file.plan().table().sql() + " " + file.plan().columnList()
                + " FROM " + file.path().location()
                + " FILES=(" + String.join(", ", names) + ")"
                + " FILE_FORMAT=(" + fileFormat() + ")"
                + " PURGE=" + purges + " FORCE=" + force
                + " ON_ERROR=" + (drops ? "CONTINUE" : "ABORT")
                + (format == FileFormat.PARQUET ? " COLUMN_MATCH_MODE=CASE_SENSITIVE" : "")
                + (disableVariantCheck ? " DISABLE_VARIANT_CHECK=true" : "");
    }

    /** For streaming load; the place is a fixed name, and nothing may follow the format. */
    String streamingSql(TablePlan plan) {
        return "INSERT INTO " + plan.table().sql() + " " + plan.columnList() + " FROM @_databend_load FILE_FORMAT=("
                + fileFormat() + ")";
    }

    private String fileFormat() {
        // Parquet names the compression of its pages itself.
        String compressed = format == FileFormat.NDJSON ? " COMPRESSION=" + compression : "";
        return "TYPE=" + format + compressed + " MISSING_FIELD_AS=" + missing;
    }
}
