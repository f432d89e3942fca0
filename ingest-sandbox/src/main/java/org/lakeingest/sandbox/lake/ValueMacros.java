package org.lakeingest.sandbox.lake;

/**
 * Functions for the database inside that write values of types it lacks in the lake's form: decimals of more than 38 digits, and timestamps
 * that keep their offset. Stateless.
 */
final class ValueMacros {
    private static final String START = "CREATE OR REPLACE MACRO ";

    /** Adds one to a number of any length. */
    static final String PLUS_ONE = START
            + "lake_plus_one(d) AS CASE WHEN regexp_full_match(d, '9*') THEN '1' || repeat('0', length(d)) ELSE"
            + " regexp_extract(d, '^(.*)([0-8])(9*)$', 1)"
            + " || CAST(CAST(regexp_extract(d, '^(.*)([0-8])(9*)$', 2) AS INTEGER) + 1 AS VARCHAR)"
            + " || repeat('0', length(regexp_extract(d, '^(.*)([0-8])(9*)$', 3))) END";

    /** A decimal out of its sign and its digits without a point. */
    static final String DECIMAL_TEXT = START
            + "lake_decimal_text(sign, digits, p, s) AS CASE WHEN length(ltrim(digits, '0')) > p THEN error('"
            + ValueSql.REFUSED
            + "Decimal overflow') ELSE CASE WHEN sign = '-' AND ltrim(digits, '0') <> '' THEN '-' ELSE '' END"
            + " || CASE WHEN length(ltrim(digits, '0')) <= s THEN '0' ELSE"
            + " ltrim(digits, '0')[1:length(ltrim(digits, '0')) - s] END"
            + " || CASE WHEN s = 0 THEN '' ELSE '.' || right(repeat('0', s) || digits, s) END END";

    /** A decimal out of its text, rounded to its scale. */
    static final String DECIMAL = START
            + "lake_decimal(x, p, s) AS CASE WHEN x IS NULL THEN NULL"
            + " WHEN NOT regexp_full_match(CAST(x AS VARCHAR), '[+-]?(\\d+(\\.\\d*)?|\\.\\d+)') THEN error('"
            + ValueSql.REFUSED + "bad decimal literal') ELSE lake_decimal_text("
            + "CASE WHEN starts_with(CAST(x AS VARCHAR), '-') THEN '-' ELSE '' END,"
            + " CASE WHEN regexp_extract(CAST(x AS VARCHAR), '\\.(\\d*)$', 1)[s + 1] >= '5'"
            + " THEN lake_plus_one(lake_decimal_digits(CAST(x AS VARCHAR), s))"
            + " ELSE lake_decimal_digits(CAST(x AS VARCHAR), s) END, p, s) END";

    /** The digits of a decimal before the point and as many after it as the scale has. */
    static final String DECIMAL_DIGITS = START
            + "lake_decimal_digits(x, s) AS regexp_extract(x, '^[+-]?(\\d*)', 1)"
            + " || rpad(regexp_extract(x, '\\.(\\d*)$', 1)[1:s], s, '0')";

    private static final String MOMENT =
            "^(\\d{4}-\\d{2}-\\d{2})(?:[ T](\\d{2}:\\d{2}(?::\\d{2}(?:\\.\\d{1,6})?)?)\\d*)?";

    /** A timestamp with its offset out of its text. */
    static final String TIMESTAMP_TZ = START
            + "lake_timestamp_tz(x) AS CASE WHEN x IS NULL THEN NULL WHEN NOT regexp_full_match(CAST(x AS VARCHAR), '"
            + ValueSql.TIME + "') THEN error('" + ValueSql.REFUSED + "timestamp') ELSE"
            + " strftime(CAST(regexp_extract(CAST(x AS VARCHAR), '" + MOMENT + "', 1) || ' ' || CASE WHEN"
            + " regexp_extract(CAST(x AS VARCHAR), '" + MOMENT + "', 2) = '' THEN '00:00' ELSE"
            + " regexp_extract(CAST(x AS VARCHAR), '" + MOMENT
            + "', 2) END AS TIMESTAMP), '%Y-%m-%d %H:%M:%S.%f') || ' ' ||"
            + " rpad(replace(CASE WHEN length(CAST(x AS VARCHAR)) > 11"
            + " AND regexp_matches(CAST(x AS VARCHAR), '[+-]\\d{2}(:?\\d{2})?$')"
            + " THEN regexp_extract(CAST(x AS VARCHAR), '[+-]\\d{2}(:?\\d{2})?$') ELSE '+0000' END, ':', ''), 5, '0') END";

    private ValueMacros() {}
}
