package org.lakeingest.lake;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.lakeingest.api.ColumnType;
import org.lakeingest.api.Schema;

/** Files for one table whose rows have some of its columns each: if the table is absent, it is made of the columns of all. */
final class PartialSchemas {
    private PartialSchemas() {}

    /**
     * The same files, which know of one another.
     *
     * @param files for one table
     * @param others which of them no table is made of
     */
    static List<PackedFile> together(List<PackedFile> files, Predicate<PackedFile> others) {
        List<PackedFile> parts = new ArrayList<>();
        for (PackedFile file : files) {
            if (file.schema() != null && !others.test(file)) {
                parts.add(file);
            }
        }
        if (parts.size() < 2) {
            return files;
        }
        Schema whole = whole(parts);
        List<PackedFile> together = new ArrayList<>();
        for (PackedFile file : files) {
            together.add(parts.contains(file) ? file.within(whole) : file);
        }
        return together;
    }

    private static Schema whole(List<PackedFile> files) {
        Map<String, Schema.Field> fields = new LinkedHashMap<>();
        for (PackedFile file : files) {
            for (Schema.Field field : fieldsOf(file.schema())) {
                fields.merge(field.name(), field, PartialSchemas::both);
            }
        }
        List<Schema.Field> columns = new ArrayList<>();
        for (Schema.Field field : fields.values()) {
            // A row may lack what another one has.
            boolean everywhere = files.stream()
                    .allMatch(file -> fieldsOf(file.schema()).stream()
                            .anyMatch(other -> other.name().equals(field.name())));
            columns.add(new Schema.Field(field.name(), field.type(), field.nullable() || !everywhere));
        }
        return new Schema(columns);
    }

    private static List<Schema.Field> fieldsOf(@Nullable Schema schema) {
        return schema == null ? List.of() : schema.fields();
    }

    private static Schema.Field both(Schema.Field one, Schema.Field other) {
        boolean document = other.type().kind() == ColumnType.Kind.VARIANT;
        return new Schema.Field(one.name(), document ? other.type() : one.type(), one.nullable() || other.nullable());
    }
}
