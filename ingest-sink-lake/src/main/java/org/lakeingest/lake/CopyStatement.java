package org.lakeingest.lake;

import org.lakeingest.lake.encode.FileCompression;
import org.lakeingest.lake.encode.FileFormat;

/**
 * The statements that load files. Everything that has a default in the lake and matters is written out.
 *
 * @param purges whether the lake deletes a file it has loaded
 */
record CopyStatement(
        FileFormat format,
        FileCompression compression,
        LakeSinkConfig.MissingField missing,
        boolean purges,
        boolean disableVariantCheck) {

    String sql(ReadyFile file) {
        return "COPY INTO " + file.plan().table().sql() + " " + file.plan().columnList()
                + " FROM " + file.path().location()
                + " FILES=(" + SqlIdentifier.literal(file.path().file()) + ")"
                + " FILE_FORMAT=(" + fileFormat() + ")"
                + " PURGE=" + purges + " FORCE=false ON_ERROR=ABORT"
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
