package org.lakeingest.sandbox.lake;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.DateTimeException;
import java.time.ZoneId;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** USE, SET, UNSET; and statements that this lake only acknowledges. Thread-safe. */
final class SessionStatements implements Engine.Part {
    private static final Set<String> SETTINGS = Set.of(
            "timezone",
            "max_threads",
            "max_memory_usage",
            "max_block_size",
            "max_result_rows",
            "max_execute_time_in_seconds",
            "enable_compact_after_write",
            "enable_table_lock",
            "acquire_lock_timeout",
            "idle_transaction_timeout_secs",
            "auto_compaction_imperfect_blocks_threshold",
            "http_handler_result_timeout_secs",
            "http_json_result_mode",
            "load_file_metadata_expire_hours",
            "purge_duplicated_files_in_copy",
            "copy_dedup_full_path_by_default",
            "enable_auto_detect_datetime_format",
            "numeric_cast_option",
            "disable_variant_check",
            "format_null_as_str",
            "binary_output_format",
            "binary_input_format",
            "geometry_output_format",
            "sql_dialect",
            "deduplicate_label",
            "statement_queued_timeout_in_seconds",
            "unquoted_ident_case_sensitive",
            "quoted_ident_case_sensitive",
            "data_retention_time_in_days",
            "input_read_buffer_size",
            "error_on_nondeterministic_update",
            "query_tag",
            "storage_io_max_page_bytes_for_read",
            "enable_query_result_cache",
            "group_by_two_level_threshold");

    /** The first words of the statements it knows. */
    static final String[] WORDS = {"use", "set", "unset", "presign", "analyze", "vacuum"};

    private final Engine engine;

    SessionStatements(Engine engine) {
        this.engine = engine;
    }

    @Override
    public QueryResult execute(String word, SqlReader reader, Session session, Cancellation cancellation)
            throws LakeException {
        return switch (word) {
            case "use" -> use(reader, session);
            case "set" -> set(reader, session);
            case "unset" -> unset(reader, session);
            case "presign" ->
                throw new LakeException(LakeCode.STORAGE_UNSUPPORTED, "storage doesn't support presign operation");
            default -> acknowledged(reader, session);
        };
    }

    /** ANALYZE and VACUUM of a table: nothing to do here, but the table must exist. */
    private QueryResult acknowledged(SqlReader reader, Session session) throws LakeException {
        reader.expect("table");
        TableName table = reader.tableName(session);
        reader.rest();
        return engine.read(session, connection -> {
            Catalog.id(connection, table);
            return QueryResult.NOTHING;
        });
    }

    private QueryResult use(SqlReader reader, Session session) throws LakeException {
        reader.accept("database");
        String name = reader.identifier();
        reader.expectEnd();
        Session anywhere = new Session(null);
        return engine.read(anywhere, connection -> {
            require(connection, name);
            session.use(name);
            ObjectNode affect = JsonNodeFactory.instance.objectNode();
            return QueryResult.changed(affect.put("type", "UseDB").put("name", name));
        });
    }

    private static void require(Connection connection, String name) throws SQLException, LakeException {
        if (!Catalog.databaseExists(connection, name)) {
            throw new LakeException(LakeCode.UNKNOWN_DATABASE, "Unknown database '" + name + "'");
        }
    }

    private static QueryResult set(SqlReader reader, Session session) throws LakeException {
        boolean global = reader.accept("global");
        reader.accept("session");
        String name = known(reader.identifier());
        if (!reader.acceptSymbol("=")) {
            reader.expect("to");
        }
        Token value = reader.next();
        if (value.kind() == Token.Kind.SYMBOL && value.value().equals("-")) {
            value = reader.next();
        }
        reader.expectEnd();
        if (name.equals("timezone")) {
            checkZone(value.value());
        }
        session.set(name, value.value());
        ObjectNode affect = JsonNodeFactory.instance.objectNode();
        affect.put("type", "ChangeSettings");
        affect.putArray("keys").add(name);
        affect.putArray("values").add(value.value());
        affect.putArray("is_globals").add(global);
        return QueryResult.changed(affect);
    }

    private static void checkZone(String zone) throws LakeException {
        try {
            var unused = ZoneId.of(zone);
        } catch (DateTimeException e) {
            throw new LakeException(LakeCode.WRONG_VALUE, "Invalid value for timezone: " + zone);
        }
    }

    private static QueryResult unset(SqlReader reader, Session session) throws LakeException {
        boolean several = reader.acceptSymbol("(");
        do {
            session.unset(known(reader.identifier()));
        } while (several && reader.acceptSymbol(","));
        if (several) {
            reader.expectSymbol(")");
        }
        reader.expectEnd();
        return QueryResult.NOTHING;
    }

    private static String known(String name) throws LakeException {
        if (!SETTINGS.contains(name)) {
            throw new LakeException(LakeCode.UNKNOWN_VARIABLE, "Unknown variable: \"" + name + "\"");
        }
        return name;
    }

    /** {@code SELECT sleep(seconds)}: the way to have a statement that runs for a known time. */
    static QueryResult sleep(SqlReader reader, Cancellation cancellation) throws LakeException {
        reader.expect("select", "sleep");
        reader.expectSymbol("(");
        Token seconds = reader.next();
        reader.expectSymbol(")");
        reader.expectEnd();
        if (seconds.kind() != Token.Kind.NUMBER) {
            throw new LakeException(LakeCode.BAD_ARGUMENTS, "sleep takes a number of seconds");
        }
        CountDownLatch stopped = new CountDownLatch(1);
        cancellation.onCancel(stopped::countDown);
        try {
            if (stopped.await((long) (Double.parseDouble(seconds.value()) * 1000), TimeUnit.MILLISECONDS)) {
                throw new LakeException(LakeCode.ABORTED_QUERY, "canceled by client");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new LakeException(LakeCode.ABORTED_QUERY, "interrupted");
        }
        return QueryResult.rows(
                List.of(new Field("sleep(" + seconds.value() + ")", "UInt8")),
                List.<@Nullable String[]>of(new @Nullable String[] {"0"}));
    }
}
