package org.lakeingest.lake;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.temporal.ChronoField;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.lakeingest.api.DeadLetter;
import org.lakeingest.api.DeadLetterFilter;
import org.lakeingest.api.DeadLetterReader;
import org.lakeingest.api.PluginContext;
import org.lakeingest.api.SourcePartition;

/** Reads the table that {@link LakeDeadLetterQueue} writes, page by page, so that it need not fit into memory. */
final class LakeDeadLetterReader implements DeadLetterReader {
    private static final int PAGE = 500;
    /** Lakes differ in whether they show a fraction of zero. */
    private static final DateTimeFormatter TIME = new DateTimeFormatterBuilder()
            .appendPattern("uuuu-MM-dd HH:mm:ss")
            .appendFraction(ChronoField.MICRO_OF_SECOND, 0, 6, true)
            .toFormatter(Locale.ROOT)
            .withZone(ZoneOffset.UTC);

    private static final String COLUMNS =
            "topic, kpartition, koffset, incarnation, record_timestamp, timestamp_type, record_key, record_value,"
                    + " CAST(record_headers AS STRING) AS headers, reject_stage, code, message, attempt, pipeline, version,"
                    + " CAST(failed_at AS STRING) AS failed";

    private static final String ORDER = "topic, incarnation, kpartition, koffset, failed_at";

    private final TableName table;
    private final String folder;
    private final LakeDeadLettersConfig config;
    private final PluginContext context;
    private @Nullable LetterTable lake;

    LakeDeadLetterReader(LakeDeadLettersConfig config, PluginContext context) {
        this.config = config;
        this.context = context;
        this.table = config.tableOf(context.pipelineName());
        this.folder = StagePath.folderOf(context.pipelineName(), "none");
    }

    @Override
    public void read(DeadLetterFilter filter, Visitor visitor) {
        try {
            DeadLetter last = null;
            while (true) {
                List<DeadLetter> page = page(filter, last);
                for (DeadLetter letter : page) {
                    if (!visitor.visit(letter)) {
                        return;
                    }
                }
                if (page.size() < PAGE) {
                    return;
                }
                last = page.get(page.size() - 1);
            }
        } catch (LakeException e) {
            throw LakeException.inContext("Cannot read the dead letters in " + table, e);
        }
    }

    private List<DeadLetter> page(DeadLetterFilter filter, @Nullable DeadLetter after) {
        List<String> conditions = conditions(filter);
        if (after != null) {
            conditions.add(behind(after));
        }
        String where = conditions.isEmpty() ? "" : " WHERE " + String.join(" AND ", conditions);
        String statement =
                "SELECT " + COLUMNS + " FROM " + table.sql() + where + " ORDER BY " + ORDER + " LIMIT " + PAGE;
        QueryResult answer;
        try {
            LakeSession session =
                    LakeSession.fresh(client().dsn(), Map.of("timezone", "UTC", "binary_output_format", "hex"));
            answer = client().query(session, statement, CallPurpose.REPEATABLE).join();
        } catch (RuntimeException e) {
            LakeException reason = LakeException.of(e);
            if (reason.isUnknownTable()) {
                // The pipeline makes it when it starts: there are no letters yet.
                return List.of();
            }
            throw reason;
        }
        List<DeadLetter> letters = new ArrayList<>(answer.rows().size());
        for (int row = 0; row < answer.rows().size(); row++) {
            letters.add(letter(answer, row));
        }
        return letters;
    }

    /** Two letters of one record within a microsecond are one to a reader. */
    private static String behind(DeadLetter last) {
        String topic = SqlIdentifier.literal(last.partition().stream());
        String incarnation = SqlIdentifier.literal(last.partition().incarnation());
        return "(topic > " + topic + " OR (topic = " + topic + " AND (incarnation > " + incarnation
                + " OR (incarnation = " + incarnation + " AND (kpartition > "
                + last.partition().number() + " OR (kpartition = "
                + last.partition().number() + " AND (koffset > " + last.offset() + " OR (koffset = " + last.offset()
                + " AND failed_at > " + time(last.failedAt()) + "))))))))";
    }

    private static List<String> conditions(DeadLetterFilter filter) {
        List<String> conditions = new ArrayList<>();
        addAny(conditions, "code", filter.codes());
        addAny(conditions, "reject_stage", filter.stages());
        addAny(conditions, "topic", filter.topics());
        filter.partition().ifPresent(number -> conditions.add("kpartition = " + number));
        filter.offset().ifPresent(offset -> conditions.add("koffset = " + offset));
        filter.since().ifPresent(since -> conditions.add("failed_at >= " + time(since)));
        filter.until().ifPresent(until -> conditions.add("failed_at < " + time(until)));
        return conditions;
    }

    private static void addAny(List<String> conditions, String column, Set<String> values) {
        if (!values.isEmpty()) {
            List<String> literals =
                    values.stream().map(SqlIdentifier::literal).sorted().toList();
            conditions.add(column + " IN (" + String.join(", ", literals) + ")");
        }
    }

    private static String time(Instant instant) {
        return "CAST('" + TIME.format(instant) + "' AS TIMESTAMP)";
    }

    @SuppressWarnings("NullAway") // javac 17 keeps no type annotations of a compact constructor's parameters
    private static DeadLetter letter(QueryResult answer, int row) {
        return new DeadLetter(
                new SourcePartition(answer.text(row, 0), answer.text(row, 3), Integer.parseInt(answer.text(row, 1))),
                Long.parseLong(answer.text(row, 2)),
                Long.parseLong(answer.text(row, 4)),
                answer.text(row, 5).equals(LetterRows.LOG_APPEND),
                bytes(answer, row, 6),
                bytes(answer, row, 7),
                LetterHeaders.read(answer.text(row, 8)),
                0,
                answer.text(row, 9),
                answer.text(row, 10),
                answer.text(row, 11),
                Integer.parseInt(answer.text(row, 12)),
                answer.text(row, 13),
                answer.text(row, 14),
                TIME.parse(answer.text(row, 15), Instant::from));
    }

    /** The lake answers bytes in hexadecimal digits. */
    private static byte @Nullable [] bytes(QueryResult answer, int row, int column) {
        return answer.rows().get(row).get(column) == null
                ? null
                : HexFormat.of().parseHex(answer.text(row, column));
    }

    private LakeClient client() {
        LetterTable open = lake;
        if (open == null) {
            open = new LetterTable(config, context, table, folder);
            lake = open;
        }
        return open.client();
    }

    @Override
    public void close() {
        LetterTable open = lake;
        lake = null;
        if (open != null) {
            open.close(Duration.ZERO);
        }
    }
}
