package org.lakeingest.lake;

import java.util.List;

/**
 * What the lake's codes, an HTTP status and certain words mean: the table of the error reference, which is generated from here. In
 * each list the first rule that fits counts.
 */
final class LakeRules {
    private static final String LOADS = "loads";
    private static final String EVERYWHERE = "everywhere";

    private LakeRules() {}

    /**
     * Words in the lake's text that mean more than the code they come with.
     *
     * @param codes that count with these words; none means any
     */
    record Words(List<String> texts, List<Integer> codes, boolean loads, String names, LakeErrorCode result) {
        boolean fits(int code, String text, CallPurpose purpose) {
            return (codes.isEmpty() || codes.contains(code))
                    && (!loads || isLoad(purpose))
                    && texts.stream().anyMatch(text::contains);
        }

        String where() {
            return loads ? LOADS : EVERYWHERE;
        }
    }

    static final List<Words> WORDS = List.of(
            new Words(List.of("Current active sessions"), List.of(), false, "session limit", LakeErrorCode.LAKE_BUSY),
            new Words(
                    List.of(
                            "No space left",
                            "no space left",
                            "StorageFull",
                            "disk full",
                            "Disk quota exceeded",
                            "not enough space",
                            "Out of disk space"),
                    List.of(),
                    false,
                    "full storage",
                    LakeErrorCode.LAKE_STORAGE_FULL),
            new Words(
                    List.of("multi rows from source match"),
                    List.of(),
                    true,
                    "rows that the table takes for one key, in a merge",
                    LakeErrorCode.LAKE_DATA_REFUSED),
            new Words(
                    List.of(
                            "fail to match schema",
                            "fail to load row",
                            "fail to load file",
                            "missing field",
                            "no fields match",
                            "Cannot cast column",
                            "Invalid NDJSON row",
                            "Invalid value",
                            "invalid value",
                            "unable to cast",
                            "Decimal overflow",
                            "Invalid local time"),
                    // A streaming load's refusal carries the text alone.
                    List.of(1001, 0),
                    true,
                    "data",
                    LakeErrorCode.LAKE_DATA_REFUSED));

    /**
     * HTTP statuses with the same meaning, when neither a code nor words in the text say more.
     *
     * @param uploads whether the rule is for files sent into the stage only; such rules come first
     */
    record StatusRule(int from, int to, boolean uploads, LakeErrorCode result, String names) {
        boolean fits(int status, CallPurpose purpose) {
            return status >= from && status <= to && (!uploads || purpose == CallPurpose.UPLOAD);
        }

        String statuses() {
            return from == to ? String.valueOf(from) : from + " to " + to;
        }

        String where() {
            return uploads ? "uploads" : EVERYWHERE;
        }
    }

    static final List<StatusRule> STATUSES = List.of(
            status(300, 399, LakeErrorCode.LAKE_REDIRECT, "a redirect"),
            status(400, 400, LakeErrorCode.LAKE_STATEMENT_REFUSED, "bad request, without a code or known words"),
            status(401, 401, LakeErrorCode.LAKE_AUTHENTICATION, "credentials"),
            new StatusRule(403, 403, true, LakeErrorCode.LAKE_UPLOAD_REFUSED, "the storage forbids it"),
            status(403, 403, LakeErrorCode.LAKE_PERMISSION, "forbidden"),
            status(407, 407, LakeErrorCode.LAKE_PROXY, "credentials of a proxy"),
            status(408, 408, LakeErrorCode.LAKE_BUSY, "time-out"),
            status(413, 413, LakeErrorCode.LAKE_BODY_REFUSED, "body too large"),
            status(429, 429, LakeErrorCode.LAKE_BUSY, "too many requests"),
            status(502, 502, LakeErrorCode.LAKE_GATEWAY_UNKNOWN, "bad gateway"),
            status(503, 503, LakeErrorCode.LAKE_UNAVAILABLE, "unavailable"),
            status(504, 504, LakeErrorCode.LAKE_GATEWAY_UNKNOWN, "gateway time-out"),
            status(507, 507, LakeErrorCode.LAKE_STORAGE_FULL, "no room"),
            status(520, 530, LakeErrorCode.LAKE_GATEWAY_UNKNOWN, "a proxy's own"),
            status(500, 599, LakeErrorCode.LAKE_OUTCOME_UNKNOWN, "server error"),
            status(0, 999, LakeErrorCode.LAKE_ENDPOINT, "anything else"));

    private static StatusRule status(int from, int to, LakeErrorCode result, String names) {
        return new StatusRule(from, to, false, result, names);
    }

    static boolean isLoad(CallPurpose purpose) {
        return purpose == CallPurpose.LOAD || purpose == CallPurpose.STREAM;
    }

    /**
     * Codes with the same meaning.
     *
     * @param loads whether the rule is for statements that load only; such rules come first
     */
    record Rule(List<Integer> codes, boolean loads, LakeErrorCode result, String names) {
        boolean fits(int code, CallPurpose purpose) {
            return codes.contains(code) && (!loads || isLoad(purpose));
        }

        String where() {
            return loads ? LOADS : EVERYWHERE;
        }
    }

    static final List<Rule> CODES = List.of(
            rule(
                    true,
                    LakeErrorCode.LAKE_DATA_REFUSED,
                    "bad bytes, bad arguments, cast, semantic, compressed data, unwind, a key twice",
                    1046,
                    1006,
                    1010,
                    1065,
                    1075,
                    1076,
                    1104,
                    4000),
            rule(true, LakeErrorCode.LAKE_ALREADY_LOADED, "duplicated upsert files", 2014),
            rule(true, LakeErrorCode.LAKE_FILE_LOST, "storage not found", 3001),
            rule(
                    false,
                    LakeErrorCode.LAKE_OBJECT_MISSING,
                    "unknown database, table id, table, column, warehouse, stage",
                    1003,
                    1020,
                    1025,
                    1058,
                    2406,
                    2501),
            rule(
                    false,
                    LakeErrorCode.LAKE_STATEMENT_REFUSED,
                    "unimplemented, syntax, bad arguments, cast, semantic, values, option, exists, variable, unsupported, state",
                    1002,
                    1005,
                    1006,
                    1010,
                    1065,
                    1108,
                    1303,
                    2004,
                    2301,
                    2302,
                    2502,
                    2801,
                    2803,
                    3902,
                    5112),
            rule(false, LakeErrorCode.LAKE_PERMISSION, "permission denied", 1063, 2506, 3002),
            rule(
                    false,
                    LakeErrorCode.LAKE_AUTHENTICATION,
                    "authentication, unknown user, tokens",
                    2201,
                    5100,
                    5101,
                    5102,
                    5103,
                    5104),
            rule(false, LakeErrorCode.LAKE_QUOTA, "tenant quota", 2901, 2902, 2903),
            rule(false, LakeErrorCode.LAKE_BUSY, "too many connections, queue time-out", 1041, 1122),
            rule(
                    false,
                    LakeErrorCode.LAKE_CONFLICT,
                    "table version, commit retries, table lock, transaction retries, snapshot, conflict, transaction lost",
                    2009,
                    2011,
                    2015,
                    2016,
                    2317,
                    2327,
                    4001,
                    4002,
                    4003,
                    5110,
                    5111),
            rule(
                    false,
                    LakeErrorCode.LAKE_UNAVAILABLE,
                    "warehouse, memory, storage, stopping",
                    2405,
                    2407,
                    2408,
                    2409,
                    2410,
                    2411,
                    3001,
                    3901,
                    5002),
            rule(
                    false,
                    LakeErrorCode.LAKE_OUTCOME_UNKNOWN,
                    "internal, cluster node, aborted, metadata store",
                    1001,
                    1035,
                    1038,
                    1042,
                    1043,
                    1044,
                    2001,
                    2003));

    private static Rule rule(boolean loads, LakeErrorCode result, String names, Integer... codes) {
        return new Rule(List.of(codes), loads, result, names);
    }

    /** How far a call got that has no whole answer. */
    record PhaseRule(CallPhase phase, boolean streams, LakeErrorCode result, String names) {
        boolean fits(CallPhase reached, CallPurpose purpose) {
            return phase == reached && (!streams || purpose == CallPurpose.STREAM);
        }

        String where() {
            return streams ? "streaming loads" : EVERYWHERE;
        }
    }

    static final List<PhaseRule> PHASES = List.of(
            new PhaseRule(
                    CallPhase.CONNECTING, false, LakeErrorCode.LAKE_UNREACHABLE, "no connection; see `LAKE_TLS` too"),
            new PhaseRule(CallPhase.SENDING, true, LakeErrorCode.LAKE_STREAM_BROKEN, "the request was not sent whole"),
            new PhaseRule(CallPhase.SENDING, false, LakeErrorCode.LAKE_NOT_SENT, "the request was not sent whole"),
            new PhaseRule(CallPhase.SENT, false, LakeErrorCode.LAKE_ANSWER_LOST, "the answer did not arrive whole"));

    /** Where repeating is harmless, not knowing is no different from not having happened. */
    static LakeErrorCode whenRepeatable(LakeErrorCode code) {
        return switch (code) {
            case LAKE_ANSWER_LOST -> LakeErrorCode.LAKE_NO_ANSWER;
            case LAKE_OUTCOME_UNKNOWN -> LakeErrorCode.LAKE_UNAVAILABLE;
            case LAKE_GATEWAY_UNKNOWN -> LakeErrorCode.LAKE_GATEWAY;
            case LAKE_ANSWER_UNREADABLE -> LakeErrorCode.LAKE_ENDPOINT;
            default -> code;
        };
    }
}
