package org.lakeingest.lake.keyed;

import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.lakeingest.api.ColumnType;
import org.lakeingest.api.IngestException;
import org.lakeingest.api.RowBatch;
import org.lakeingest.api.Schema;
import org.lakeingest.api.SourcePartition;
import org.lakeingest.lake.LakeErrorCode;

/** Which columns of a schema are the key, the version, and the operation. */
final class KeyedSchema {
    private static final int LONG_DECIMAL_DIGITS = 18;

    final Schema schema;
    final int number;
    final int[] keys;
    final boolean[] keyIsBytes;
    final boolean[] keyIsBoolean;
    final int version;
    final int op;
    final String versionColumn;
    final boolean needsVersion;
    final @Nullable String reserved;
    private final Set<String> names = new HashSet<>();

    /**
     * Finds the columns.
     *
     * @param number counts the schemas of one selection
     * @throws IngestException of kind RECORD when a key column is missing; of kind CONFIGURATION when one cannot be a key
     */
    KeyedSchema(RowBatch rows, int number, KeyRules rules) {
        this.schema = rows.schema();
        this.number = number;
        List<String> key = rules.key();
        this.keys = new int[key.size()];
        this.keyIsBytes = new boolean[keys.length];
        this.keyIsBoolean = new boolean[keys.length];
        for (int i = 0; i < keys.length; i++) {
            keys[i] = columnOf(schema, key.get(i));
            if (keys[i] < 0) {
                throw missing(rows, key.get(i));
            }
            ColumnType type = schema.fields().get(keys[i]).type();
            keyIsBytes[i] = isBytes(key.get(i), type);
            keyIsBoolean[i] = type.kind() == ColumnType.Kind.BOOLEAN;
        }
        this.version = columnOf(schema, rules.versionColumn());
        this.versionColumn = rules.versionColumn();
        this.needsVersion = rules.needsVersion();
        this.reserved = reservedOf(schema, rules);
        this.op = rules.opColumn() == null ? -1 : opOf(rules.opColumn());
        for (int i = 0; i < schema.fields().size(); i++) {
            if (i != op) {
                names.add(schema.fields().get(i).name());
            }
        }
    }

    private static @Nullable String reservedOf(Schema rows, KeyRules rules) {
        for (String name : rules.reserved()) {
            if (columnOf(rows, name) >= 0) {
                return name;
            }
        }
        return null;
    }

    /** Position of a column: of exactly this name, else of one that differs in case only; -1 without either. */
    static int columnOf(Schema schema, String name) {
        List<Schema.Field> fields = schema.fields();
        for (int i = 0; i < fields.size(); i++) {
            if (fields.get(i).name().equals(name)) {
                return i;
            }
        }
        String folded = name.toLowerCase(Locale.ROOT);
        for (int i = 0; i < fields.size(); i++) {
            if (fields.get(i).name().toLowerCase(Locale.ROOT).equals(folded)) {
                return i;
            }
        }
        return -1;
    }

    private int opOf(String name) {
        int column = columnOf(schema, name);
        if (column >= 0 && schema.fields().get(column).type().kind() != ColumnType.Kind.STRING) {
            throw unfit("the column " + name + " must be text");
        }
        return column;
    }

    private static boolean isBytes(String name, ColumnType type) {
        return switch (type.kind()) {
            case BOOLEAN, INT64, UINT64, DATE, TIMESTAMP_MICROS, TIMESTAMP_TZ_MICROS -> false;
            case DECIMAL -> type.precision() > LONG_DECIMAL_DIGITS;
            case STRING, BINARY -> true;
            default ->
                throw unfit("the key column " + name + " is " + type.kind()
                        + "; a key is made of whole numbers, decimals, text, bytes, times or booleans");
        };
    }

    /** Whether rows of this schema set every column that rows of the other one set. */
    boolean setsAllOf(KeyedSchema other) {
        return number == other.number || names.containsAll(other.names);
    }

    private static IngestException missing(RowBatch rows, String key) {
        SourcePartition partition = rows.origin().partition();
        return new IngestException(
                LakeErrorCode.LAKE_KEY_MISSING,
                "Cannot write the record at offset " + rows.origin().offset(rows.originIndex(0)) + " of partition "
                        + partition.number() + " of " + partition.stream() + ": it has no key column " + key);
    }

    private static IngestException unfit(String reason) {
        return new IngestException(LakeErrorCode.LAKE_KEY_UNFIT, "The rows cannot be told apart: " + reason);
    }
}
