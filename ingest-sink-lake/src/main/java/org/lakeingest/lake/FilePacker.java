package org.lakeingest.lake;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.lakeingest.api.RowBatch;
import org.lakeingest.api.Schema;
import org.lakeingest.api.Target;
import org.lakeingest.api.WriteBatch;

/** Packs write batches of many partitions into one file for each table and, in the columns layout, schema. Immutable. */
final class FilePacker {
    private static final int NAME_DIGITS = 32;

    private final TableName defaultTable;
    private final boolean raw;

    FilePacker(TableName defaultTable, boolean raw) {
        this.defaultTable = defaultTable;
        this.raw = raw;
    }

    private record Key(TableName table, @Nullable Schema schema) {}

    /**
     * The files, in the order in which their tables first appear; none when there are no rows.
     *
     * @throws LakeException when a row batch names a table that cannot be one
     */
    List<PackedFile> pack(List<WriteBatch> batches) {
        Map<Key, List<RowBatch>> rows = new LinkedHashMap<>();
        for (WriteBatch batch : batches) {
            for (RowBatch part : batch.rows()) {
                if (part.rowCount() > 0) {
                    Key key = new Key(table(part.target()), raw ? null : part.schema());
                    rows.computeIfAbsent(key, any -> new ArrayList<>()).add(part);
                }
            }
        }
        String hash = hash(batches);
        List<PackedFile> files = new ArrayList<>(rows.size());
        rows.forEach((key, parts) -> {
            long count = 0;
            for (RowBatch part : parts) {
                count += part.rowCount();
            }
            files.add(new PackedFile(key.table, key.schema, hash + "-" + files.size(), parts, count));
        });
        return files;
    }

    private TableName table(Target target) {
        if (target.name().isEmpty()) {
            return defaultTable;
        }
        try {
            return TableName.parse(target.name(), defaultTable.database());
        } catch (IllegalArgumentException e) {
            throw new LakeException(
                    LakeErrorCode.LAKE_OBJECT_MISSING,
                    0,
                    "rows are bound for '" + target.name() + "', which is no table",
                    e);
        }
    }

    private static String hash(List<WriteBatch> batches) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            for (WriteBatch batch : batches) {
                digest.update(batch.id().getBytes(StandardCharsets.UTF_8));
                digest.update((byte) '\n');
            }
            return HexFormat.of().formatHex(digest.digest()).substring(0, NAME_DIGITS);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}
