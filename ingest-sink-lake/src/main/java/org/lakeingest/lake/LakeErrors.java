package org.lakeingest.lake;

import java.io.IOException;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.UnknownHostException;
import java.security.cert.CertificateException;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLPeerUnverifiedException;
import org.jspecify.annotations.Nullable;

/**
 * What an answer of the lake, or its absence, means. The table {@link #RULES} is also the table of the error reference.
 *
 * <p>A data error quotes the data, so its text is not part of the reason; code and place (file, line) are.
 */
final class LakeErrors {
    private static final int LONGEST_TEXT = 300;
    private static final Pattern CODE_IN_TEXT = Pattern.compile("Code: (\\d{3,5})");
    private static final List<String> DATA_TEXTS =
            List.of("fail to match schema", "fail to load row", "missing field", "no fields match");

    /**
     * Codes with the same meaning.
     *
     * @param loads whether the rule is for statements that load only; such rules come first
     */
    record Rule(List<Integer> codes, boolean loads, LakeErrorCode result, String names) {
        boolean fits(int code, CallPurpose purpose) {
            boolean loading = purpose == CallPurpose.LOAD || purpose == CallPurpose.STREAM;
            return codes.contains(code) && (!loads || loading);
        }
    }

    static final List<Rule> RULES = List.of(
            rule(
                    true,
                    LakeErrorCode.LAKE_DATA_REFUSED,
                    "bad bytes, bad arguments, cast, semantic, compressed data, unwind",
                    1046,
                    1006,
                    1010,
                    1065,
                    1075,
                    1076,
                    1104),
            rule(true, LakeErrorCode.LAKE_ALREADY_LOADED, "duplicated upsert files", 2014),
            rule(true, LakeErrorCode.LAKE_FILE_LOST, "storage not found", 3001),
            rule(
                    false,
                    LakeErrorCode.LAKE_OBJECT_MISSING,
                    "unknown database, table id, table, column, stage",
                    1003,
                    1020,
                    1025,
                    1058,
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
                    2406,
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

    private LakeErrors() {}

    private static Rule rule(boolean loads, LakeErrorCode result, String names, Integer... codes) {
        return new Rule(List.of(codes), loads, result, names);
    }

    /** An error inside an answer: HTTP status 200, or a handler's error that carries the lake's code. */
    static LakeException ofServer(int code, String text, @Nullable String detail, CallPurpose purpose) {
        LakeErrorCode meaning = meaningOf(code, text, purpose);
        String place = detail == null ? "" : " " + oneLine(detail);
        String said = meaning == LakeErrorCode.LAKE_DATA_REFUSED ? "" : ": " + oneLine(text);
        return new LakeException(meaning, code, "the lake answers code " + code + said + place, null);
    }

    static LakeErrorCode meaningOf(int code, String text, CallPurpose purpose) {
        if (code == 1001 && text.contains("Current active sessions")) {
            return LakeErrorCode.LAKE_BUSY;
        }
        boolean loading = purpose == CallPurpose.LOAD || purpose == CallPurpose.STREAM;
        if (code == 1001 && loading && DATA_TEXTS.stream().anyMatch(text::contains)) {
            return LakeErrorCode.LAKE_DATA_REFUSED;
        }
        for (Rule rule : RULES) {
            if (rule.fits(code, purpose)) {
                return settled(rule.result(), purpose);
            }
        }
        return settled(LakeErrorCode.LAKE_OUTCOME_UNKNOWN, purpose);
    }

    /** An HTTP status other than 2xx. */
    static LakeException ofStatus(int status, String body, CallPurpose purpose) {
        Matcher inText = CODE_IN_TEXT.matcher(body);
        if ((status == 400 || status == 500) && inText.find()) {
            int code = Integer.parseInt(inText.group(1));
            return ofServer(code, body, null, purpose);
        }
        LakeErrorCode meaning = meaningOfStatus(status, body, purpose);
        boolean quotes = meaning == LakeErrorCode.LAKE_DATA_REFUSED;
        return new LakeException(
                meaning, 0, "HTTP status " + status + (quotes || body.isBlank() ? "" : ": " + oneLine(body)), null);
    }

    private static LakeErrorCode meaningOfStatus(int status, String body, CallPurpose purpose) {
        if (body.contains("Current active sessions")) {
            return LakeErrorCode.LAKE_BUSY;
        }
        return switch (status) {
            case 401 -> LakeErrorCode.LAKE_AUTHENTICATION;
            case 403 ->
                purpose == CallPurpose.UPLOAD ? LakeErrorCode.LAKE_UPLOAD_REFUSED : LakeErrorCode.LAKE_PERMISSION;
            case 408, 429 -> LakeErrorCode.LAKE_BUSY;
            case 503 -> LakeErrorCode.LAKE_UNAVAILABLE;
            case 400 ->
                purpose == CallPurpose.STREAM && body.contains("Query execution failed")
                        ? LakeErrorCode.LAKE_DATA_REFUSED
                        : LakeErrorCode.LAKE_STATEMENT_REFUSED;
            default ->
                status >= 500 ? settled(LakeErrorCode.LAKE_OUTCOME_UNKNOWN, purpose) : LakeErrorCode.LAKE_ENDPOINT;
        };
    }

    /** No answer, or not a whole one. */
    static LakeException ofIo(IOException failure, CallPhase phase, CallPurpose purpose, String address) {
        String reason = address + ": " + describe(failure);
        if (phase == CallPhase.CONNECTING) {
            LakeErrorCode code = isTls(failure) ? LakeErrorCode.LAKE_TLS : LakeErrorCode.LAKE_UNREACHABLE;
            return new LakeException(code, 0, reason, failure);
        }
        if (phase == CallPhase.SENDING && purpose != CallPurpose.STREAM) {
            return new LakeException(LakeErrorCode.LAKE_NOT_SENT, 0, reason, failure);
        }
        return new LakeException(settled(LakeErrorCode.LAKE_ANSWER_LOST, purpose), 0, reason, failure);
    }

    /** Where repeating is harmless, not knowing is no different from not having happened. */
    private static LakeErrorCode settled(LakeErrorCode code, CallPurpose purpose) {
        boolean repeatable = purpose == CallPurpose.REPEATABLE || purpose == CallPurpose.UPLOAD;
        if (!repeatable) {
            return code;
        }
        return switch (code) {
            case LAKE_ANSWER_LOST -> LakeErrorCode.LAKE_NO_ANSWER;
            case LAKE_OUTCOME_UNKNOWN -> LakeErrorCode.LAKE_UNAVAILABLE;
            default -> code;
        };
    }

    /** A certificate stays wrong; a handshake that was cut off may succeed the next time. */
    private static boolean isTls(IOException failure) {
        if (failure instanceof SSLPeerUnverifiedException) {
            return true;
        }
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof CertificateException) {
                return true;
            }
        }
        String text = String.valueOf(failure.getMessage());
        return failure instanceof SSLException
                && (text.contains("Unsupported or unrecognized SSL message") || text.contains("certificate"));
    }

    private static String describe(IOException failure) {
        if (failure instanceof UnknownHostException) {
            return "the host name is unknown";
        }
        if (failure instanceof NoRouteToHostException) {
            return "no route to the host";
        }
        if (failure instanceof ConnectException) {
            return "connection refused";
        }
        String text = failure.getMessage();
        return text == null ? failure.getClass().getSimpleName() : oneLine(text).toLowerCase(Locale.ROOT);
    }

    private static String oneLine(String text) {
        String line = text.strip().replaceAll("\\s+", " ");
        return line.length() <= LONGEST_TEXT ? line : line.substring(0, LONGEST_TEXT) + "...";
    }
}
