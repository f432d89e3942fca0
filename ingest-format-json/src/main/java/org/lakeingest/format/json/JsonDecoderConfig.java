package org.lakeingest.format.json;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.lakeingest.api.config.Option;

/** Settings of the decoder {@code json}. */
public record JsonDecoderConfig(
        @Option(
                name = "column",
                defaultValue = "value",
                description =
                        "Name of the one VARIANT column that holds the whole document, when there are neither columns"
                                + " nor infer-columns.")
        String column,

        @Option(
                name = "columns",
                description = "Columns to read from the fields of the same name, each with its type: boolean, bigint,"
                        + " uint64, float, double, decimal(precision, scale), date, timestamp, timestamp_tz,"
                        + " string, binary (base64), variant, array(type), map(string, type) or tuple(name type, ...),"
                        + " followed by 'not null' if need be. Without any, the whole document is one value.")
        Map<String, String> columns,

        @Option(
                name = "infer-columns",
                defaultValue = "false",
                description =
                        "Whether every field is a column: of the type declared in columns, else of the type that the"
                                + " target has, else of the type that its values have.")
        boolean inferColumns,

        @Option(
                name = "unknown-fields",
                description = "What to do with a field that is not among the columns: ignore and count it, reject the"
                        + " record, add a column (with infer-columns, and then the default), or keep all of them in"
                        + " the column rest-column. Without infer-columns the default is ignore.")
        Optional<UnknownFieldPolicy> unknownFields,

        @Option(
                name = "rest-column",
                defaultValue = "_rest",
                description = "Name of the VARIANT column for unknown-fields: rest; it is null where there are none.")
        String restColumn,

        @Option(
                name = "max-columns",
                defaultValue = "1000",
                description =
                        "How many columns infer-columns may make, 1 to 10000; a document with a field beyond that is"
                                + " rejected.")
        int maxColumns,

        @Option(
                name = "epoch-unit",
                description =
                        "Unit of timestamps written as integers since 1970; auto tells seconds, millis, micros and"
                                + " nanos apart by their size (below 10^11, 10^14, 10^17), and is the default with"
                                + " infer-columns. Without it, only strings such as 2026-11-30T08:15:00Z are taken.")
        Optional<EpochUnit> epochUnit,

        @Option(
                name = "duplicate-names",
                defaultValue = "reject",
                description = "What to do when an object inside a VARIANT gives the same name twice: reject the record;"
                        + " keep-last, which writes such a document anew with the last value of each name, counts it"
                        + " and warns once; or allow it as it is, which the lake refuses in Parquet, and reads as"
                        + " keep-last in NDJSON.")
        DuplicateNames duplicateNames,

        @Option(
                name = "blank-is-empty",
                defaultValue = "false",
                description = "Whether a value of nothing but white space counts as one of no bytes (see tombstones);"
                        + " otherwise it is rejected.")
        boolean blankIsEmpty,

        @Option(
                name = "tombstones",
                defaultValue = "null-row",
                description = "What a record without a value, or with one of no bytes, becomes: a row of nulls, nothing"
                        + " (skip; counted), or a rejected record.")
        Tombstones tombstones,

        @Option(
                name = "invalid-utf8",
                defaultValue = "reject",
                description = "What to do with a value that is not UTF-8: reject the record, replace each broken"
                        + " sequence by U+FFFD, or keep the whole value as the document {\"base64\": \"...\"} (only for"
                        + " whole documents, without columns and infer-columns).")
        InvalidUtf8 invalidUtf8,

        @Option(
                name = "max-depth",
                defaultValue = "126",
                description = "How deep arrays and objects may nest, 1 to 1000; the lake takes 126 levels within a row"
                        + " of NDJSON, and more in Parquet.")
        int maxDepth,

        @Option(
                name = "envelope",
                defaultValue = "none",
                description =
                        "What values are: rows (none), Debezium's envelopes with or without a schema (debezium), or rows"
                                + " whose tombstones delete them (keyed). With the last two each row says in op-column what is to"
                                + " be done, for a sink that applies changes; columns or infer-columns is needed.")
        Envelope envelope,

        @Option(
                name = "key-fields",
                description =
                        "Names of the key's columns, with envelope: for keys of records that are single values, to"
                                + " notice an update that changes the key, and to tell what a value may leave to the key. Without"
                                + " any, the names are those in the keys.")
        List<String> keyFields,

        @Option(
                name = "op-column",
                defaultValue = "_op",
                description = "Name of the column that says what to do, with envelope: c, r, u or d.")
        String opColumn,

        @Option(
                name = "version-column",
                defaultValue = "_version",
                description =
                        "Name of the text column that says where in the database's log a change lies, with envelope:"
                                + " debezium.")
        String versionColumn) {
    /** The lake's engine dies of documents that nest some thousand levels deep. */
    private static final int DEEPEST = 1000;

    private static final int MOST_COLUMNS = 10_000;

    /** Checks ranges and types. */
    public JsonDecoderConfig {
        if (column.isBlank()) {
            throw new IllegalArgumentException("column must not be empty");
        }
        if (restColumn.isBlank()) {
            throw new IllegalArgumentException("rest-column must not be empty");
        }
        if (maxDepth < 1 || maxDepth > DEEPEST) {
            throw new IllegalArgumentException("max-depth must be between 1 and " + DEEPEST + ", and is " + maxDepth);
        }
        if (maxColumns < 1 || maxColumns > MOST_COLUMNS) {
            throw new IllegalArgumentException(
                    "max-columns must be between 1 and " + MOST_COLUMNS + ", and is " + maxColumns);
        }
        columns = Collections.unmodifiableMap(new LinkedHashMap<>(columns));
        if (!columns.isEmpty()) {
            ColumnText.schema(columns);
        }
        if (columns.containsKey(restColumn)) {
            throw new IllegalArgumentException("rest-column is '" + restColumn + "', which columns declares as well");
        }
        keyFields = List.copyOf(keyFields);
        checkChanges(envelope, inferColumns || !columns.isEmpty(), columns, opColumn, versionColumn);
        checkPolicies(unknownFields, invalidUtf8, inferColumns, columns.isEmpty());
    }

    private static void checkChanges(
            Envelope envelope, boolean hasColumns, Map<String, String> columns, String op, String version) {
        if (envelope == Envelope.NONE) {
            return;
        }
        if (!hasColumns) {
            throw new IllegalArgumentException("envelope needs infer-columns: true, or columns");
        }
        if (op.isBlank() || version.isBlank() || op.equals(version)) {
            throw new IllegalArgumentException("op-column and version-column must be two names");
        }
        if (columns.containsKey(op) || columns.containsKey(version)) {
            throw new IllegalArgumentException(
                    "columns must not declare op-column and version-column, which envelope brings along");
        }
    }

    private static void checkPolicies(
            Optional<UnknownFieldPolicy> unknown, InvalidUtf8 invalidUtf8, boolean infers, boolean declaresNothing) {
        if (!infers && unknown.equals(Optional.of(UnknownFieldPolicy.ADD))) {
            throw new IllegalArgumentException("unknown-fields: add needs infer-columns: true");
        }
        if (!infers && declaresNothing && unknown.equals(Optional.of(UnknownFieldPolicy.REST))) {
            throw new IllegalArgumentException("unknown-fields: rest needs columns or infer-columns: true");
        }
        if (invalidUtf8 == InvalidUtf8.BASE64 && (infers || !declaresNothing)) {
            throw new IllegalArgumentException(
                    "invalid-utf8: base64 is for whole documents; with columns it can be reject or replace");
        }
    }

    /** Whether the fields of a document are told apart at all. */
    boolean hasColumns() {
        return inferColumns || !columns.isEmpty();
    }

    UnknownFieldPolicy unknownFieldPolicy() {
        return unknownFields.orElse(inferColumns ? UnknownFieldPolicy.ADD : UnknownFieldPolicy.IGNORE);
    }

    /** What integers in timestamps are, or empty when they are refused. */
    Optional<EpochUnit> effectiveEpochUnit() {
        return epochUnit.isEmpty() && inferColumns ? Optional.of(EpochUnit.AUTO) : epochUnit;
    }

    /** The same for the documents that changes become. */
    JsonDecoderConfig ofChanges() {
        Map<String, String> all = new LinkedHashMap<>(columns);
        if (!columns.isEmpty()) {
            all.put(opColumn, "string");
            if (envelope == Envelope.DEBEZIUM) {
                all.put(versionColumn, "string");
            }
        }
        return new JsonDecoderConfig(
                column,
                all,
                inferColumns,
                unknownFields,
                restColumn,
                maxColumns,
                epochUnit,
                duplicateNames,
                blankIsEmpty,
                tombstones,
                invalidUtf8,
                maxDepth,
                Envelope.NONE,
                keyFields,
                opColumn,
                versionColumn);
    }

    /** What values are. */
    public enum Envelope {
        NONE,
        DEBEZIUM,
        KEYED
    }

    /** What to do with a field that is no column. */
    public enum UnknownFieldPolicy {
        IGNORE,
        REJECT,
        ADD,
        REST
    }

    /** What to do with an object that gives the same name twice. */
    public enum DuplicateNames {
        REJECT,
        KEEP_LAST,
        ALLOW
    }

    /** What to do with a record that has no value. */
    public enum Tombstones {
        NULL_ROW,
        SKIP,
        REJECT
    }

    /** What to do with a value that is not UTF-8. */
    public enum InvalidUtf8 {
        REJECT,
        REPLACE,
        BASE64
    }

    /** Unit of an integer that counts from 1970-01-01T00:00:00Z. */
    public enum EpochUnit {
        SECONDS,
        MILLIS,
        MICROS,
        NANOS,
        AUTO
    }
}
