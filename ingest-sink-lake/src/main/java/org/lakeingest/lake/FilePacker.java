package org.lakeingest.lake;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.lakeingest.api.RowBatch;
import org.lakeingest.api.Schema;
import org.lakeingest.api.WriteBatch;

/**
 * Packs write batches of many partitions into one file for each table and, in the columns layout, schema. A file is named by its
 * table and the batches in it, so that one table's failure does not change the names of the others. With both layouts there is
 * one more file, for the raw table. Immutable.
 */
final class FilePacker {
    private static final int NAME_DIGITS = 32;

    private final TableRouter router;
    private final boolean mixed;
    private final @Nullable TableName rawTable;

    /**
     * Makes a packer.
     *
     * @param mixed whether rows of all schemas go into one file
     * @param rawTable where the messages themselves go, besides; null when they go nowhere else
     */
    FilePacker(TableRouter router, boolean mixed, @Nullable TableName rawTable) {
        this.router = router;
        this.mixed = mixed;
        this.rawTable = rawTable;
    }

    private record Key(TableName table, @Nullable Schema schema) {}

    private static final class Content {
        final List<RowBatch> rows = new ArrayList<>();
        final List<WriteBatch> sources = new ArrayList<>();
        long count;

        void add(WriteBatch source, RowBatch part) {
            rows.add(part);
            count += part.rowCount();
            if (sources.isEmpty() || sources.get(sources.size() - 1) != source) {
                sources.add(source);
            }
        }
    }

    /**
     * Packs all of these batches, or nothing.
     *
     * @throws LakeException when rows of one of them have no table
     */
    List<PackedFile> pack(List<WriteBatch> batches) {
        Packing packing = pack(batches, new LoadedParts());
        for (LakeException refused : packing.refused().values()) {
            throw refused;
        }
        return packing.files().stream().map(Packing.Packed::file).toList();
    }

    /**
     * Packs what is not loaded yet.
     *
     * @param loaded what of these batches is in its table already
     */
    Packing pack(List<WriteBatch> batches, LoadedParts loaded) {
        Map<Key, Content> contents = new LinkedHashMap<>();
        Map<WriteBatch, LakeException> refused = new HashMap<>();
        for (WriteBatch batch : batches) {
            try {
                Map<RowBatch, Key> keys = keys(batch);
                keys.forEach((part, key) -> {
                    if (!loaded.has(batch, key.table, key.schema)) {
                        contents.computeIfAbsent(key, any -> new Content()).add(batch, part);
                    }
                });
            } catch (LakeException e) {
                refused.put(batch, e);
            }
        }
        return new Packing(together(files(contents)), refused);
    }

    private static List<Packing.Packed> files(Map<Key, Content> contents) {
        List<Packing.Packed> files = new ArrayList<>(contents.size());
        contents.forEach((key, content) -> {
            PackedFile file =
                    new PackedFile(key.table, key.schema, name(key, content.sources), content.rows, content.count);
            files.add(new Packing.Packed(file, content.sources));
        });
        return files;
    }

    /** Files for one table know of one another. */
    private static List<Packing.Packed> together(List<Packing.Packed> files) {
        Map<TableName, List<PackedFile>> byTable = new LinkedHashMap<>();
        for (Packing.Packed packed : files) {
            byTable.computeIfAbsent(packed.file().table(), any -> new ArrayList<>())
                    .add(packed.file());
        }
        if (byTable.size() == files.size()) {
            return files;
        }
        Map<String, PackedFile> byName = new HashMap<>();
        for (List<PackedFile> parts : byTable.values()) {
            for (PackedFile part : PartialSchemas.together(parts, any -> false)) {
                byName.put(part.name(), part);
            }
        }
        List<Packing.Packed> together = new ArrayList<>(files.size());
        for (Packing.Packed packed : files) {
            together.add(
                    new Packing.Packed(byName.getOrDefault(packed.file().name(), packed.file()), packed.sources()));
        }
        return together;
    }

    /** All of a batch before any of it is packed: it goes whole or not at all. */
    private Map<RowBatch, Key> keys(WriteBatch batch) {
        Map<RowBatch, Key> keys = new LinkedHashMap<>();
        if (rawTable != null) {
            for (RowBatch messages : RawRows.of(batch)) {
                keys.put(messages, new Key(rawTable, null));
            }
        }
        for (RowBatch part : batch.rows()) {
            if (part.rowCount() > 0) {
                TableName table = router.table(batch.partition().stream(), part.target());
                keys.put(part, new Key(table, mixed ? null : part.schema()));
            }
        }
        return keys;
    }

    /**
     * Names what is in the file. What else is packed beside it does not matter: that may be loaded when the rest comes again, and the
     * rest must not be taken for it.
     */
    private static String name(Key key, List<WriteBatch> batches) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            digest.update(key.table.sql().getBytes(StandardCharsets.UTF_8));
            digest.update(String.valueOf(key.schema).getBytes(StandardCharsets.UTF_8));
            for (WriteBatch batch : batches) {
                digest.update((byte) '\n');
                digest.update(batch.id().getBytes(StandardCharsets.UTF_8));
            }
            return HexFormat.of().formatHex(digest.digest()).substring(0, NAME_DIGITS);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}
