package org.lakeingest.sandbox.lake;

import java.util.List;

/**
 * Writes, for the database inside, how a value of a file becomes a value of a column. A value that the lake would refuse raises an error
 * whose text starts with {@link #REFUSED}. Stateless.
 */
final class ValueSql {
    /** In the text of every error that these expressions raise themselves. */
    static final String REFUSED = "lake refuses: ";

    static final String TIME =
            "\\d{4}-\\d{2}-\\d{2}([ T]([01]\\d|2[0-3]):[0-5]\\d(:[0-5]\\d(\\.\\d*)?)? ?(Z|[+-]\\d{2}(:?\\d{2}(:?\\d{2})?)?)?)?";
    private static final String OFFSET = ".{11,}[+-]\\d{2}(:?\\d{2}){0,2}";
    /** The usual form, which needs no closer look. */
    private static final String USUAL_TIME = "____-__-_____:__:__%Z";
    /** JSON that the database inside reads although it is none. */
    private static final String COMMA_AT_END = ",\\s*[}\\]]";

    private static final String NOT_A_NUMBER = "(?i)[:\\[,]\\s*-?(nan|inf)|^\\s*-?(nan|inf)";

    private ValueSql() {}

    /** Whether a text is a timestamp that the database inside would take without its offset. */
    static boolean isTimeWithOffset(Token token) {
        return token.kind() == Token.Kind.STRING
                && token.value().matches("\\d{4}-.*")
                && token.value().matches(OFFSET);
    }

    static String refuse(String why) {
        return "error(" + Sql.text(REFUSED + why) + ")";
    }

    /** What stands in for a value that is absent. */
    static String fill(FileFormat.Fill fill, Catalog.Column column, String why) {
        return switch (fill) {
            case ERROR -> refuse(why + " " + column.name());
            case NULL -> column.nullable() ? "NULL" : refuse(why + " " + column.name());
            case FIELD_DEFAULT -> defaultOf(column);
        };
    }

    private static String defaultOf(Catalog.Column column) {
        if (!column.defaultText().isEmpty()) {
            return "CAST(" + column.defaultText() + " AS " + column.type().stored() + ")";
        }
        return column.nullable()
                ? "NULL"
                : "CAST(" + column.type().impliedDefault() + " AS "
                        + column.type().stored() + ")";
    }

    /** A timestamp from its text: offsets count, and what does not look like a timestamp is refused. */
    static String timestampOfText(String text) {
        return "CASE WHEN " + text + " LIKE '" + USUAL_TIME + "' AND " + text + "[12:13] <> '24' THEN CAST(" + text
                + " AS TIMESTAMP) WHEN NOT regexp_full_match(" + text + ", " + Sql.text(TIME) + ") THEN "
                + refuse("timestamp")
                + " WHEN regexp_full_match(" + text + ", " + Sql.text(OFFSET) + ") THEN make_timestamp(epoch_us(CAST("
                + "regexp_replace(" + text + ", ' ([+-][0-9:]+)$', '\\1') AS TIMESTAMPTZ))) ELSE CAST(" + text
                + " AS TIMESTAMP) END";
    }

    /** A text in the lake's form, for a type that the database inside keeps as text. */
    static String canonical(LakeType type, String value) {
        return switch (type.kind()) {
            case "Decimal" ->
                "lake_decimal(" + value + ", " + type.size().get(0) + ", "
                        + type.size().get(1) + ")";
            case "Timestamp_Tz" -> "lake_timestamp_tz(" + value + ")";
            default -> "CAST(" + value + " AS VARCHAR)";
        };
    }

    /** A timestamp from a number: seconds, milliseconds or microseconds by its size. */
    static String timestampOfNumber(String number) {
        String micros = "CASE WHEN abs(" + number + ") < 31536000000 THEN " + number + " * 1000000 WHEN abs(" + number
                + ") < 31536000000000 THEN " + number + " * 1000 ELSE " + number + " END";
        return "CASE WHEN " + micros + " BETWEEN -62135596800000000 AND 253402300799999999 THEN make_timestamp(CAST("
                + micros + " AS BIGINT)) ELSE TIMESTAMP '0001-01-01' END";
    }

    static String dateOfText(String text) {
        return "CASE WHEN regexp_full_match(" + text + ", " + Sql.text(TIME) + ") THEN CAST(" + text
                + "[1:10] AS DATE) ELSE " + refuse("date") + " END";
    }

    static String dateOfNumber(String number) {
        return "CASE WHEN " + number + " BETWEEN -719162 AND 2932896 THEN DATE '1970-01-01' + CAST(" + number
                + " AS INTEGER) ELSE DATE '0001-01-01' END";
    }

    /** JSON from a text that must be JSON, as the strict form checks; an empty text is the JSON null. */
    static String jsonOfText(String text, boolean strict) {
        String empty = "CASE WHEN " + text + " = '' THEN CAST('null' AS JSON) WHEN ";
        // Unchecked, the lake keeps what it cannot read; as a JSON text it stays readable here.
        String value = strict
                ? looseJson(text) + " THEN " + refuse("JSON")
                : text + " IS NOT NULL AND NOT json_valid(" + text + ") THEN to_json(" + text + ")";
        return empty + value + " ELSE CAST(" + text + " AS JSON) END";
    }

    /** Whether a text is JSON only for the database inside. The cheap tests come first: they decide nearly always. */
    static String looseJson(String text) {
        StringBuilder hints = new StringBuilder();
        for (String hint : List.of("nan", "NaN", "NAN", "inf", "Inf", "INF")) {
            hints.append(hints.isEmpty() ? "" : " OR ").append("contains(" + text + ", '" + hint + "')");
        }
        return "((" + hints + ") AND regexp_matches(" + text + ", " + Sql.text(NOT_A_NUMBER) + ")) OR regexp_matches("
                + text + ", " + Sql.text(COMMA_AT_END) + ")";
    }

    /** Counts the kinds of objects that name a key twice at their top; there are few kinds, so this costs little more than reading. */
    static String repeatedKeys(String text, String source) {
        return "SELECT count(*) FROM (SELECT DISTINCT json_keys(" + text + ") AS k FROM " + source + " WHERE " + text
                + " <> '') WHERE len(k) <> list_unique(k)";
    }
}
