package org.lakeingest.lake;

import com.fasterxml.jackson.core.io.JsonEOFException;
import java.io.IOException;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.UnknownHostException;
import java.security.cert.CertificateException;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLPeerUnverifiedException;
import org.jspecify.annotations.Nullable;

/**
 * What an answer of the lake, or its absence, means, by the tables of {@link LakeRules}.
 *
 * <p>A data error quotes the data, so its text is not part of the reason; code and place (file, line) are.
 */
final class LakeErrors {
    private static final int LONGEST_TEXT = 300;
    private static final Pattern CODE_IN_TEXT = Pattern.compile("Code: (\\d{3,5})");
    private static final Pattern TITLE =
            Pattern.compile("<title[^>]*>([^<]*)</title>", Pattern.CASE_INSENSITIVE | Pattern.DOTALL);

    /** Codes that a load may get because the table is not what it was, and not because of its rows. */
    private static final Set<Integer> SCHEMA = Set.of(1006, 1010, 1020, 1025, 1046, 1058, 1065, 1104);

    private LakeErrors() {}

    static boolean mayBeSchema(int code) {
        return SCHEMA.contains(code);
    }

    /** An error inside an answer: HTTP status 200, or a handler's error that carries the lake's code. */
    static LakeException ofServer(int code, String text, @Nullable String detail, CallPurpose purpose) {
        LakeErrorCode meaning = meaningOf(code, text, purpose);
        String place = detail == null ? "" : " " + oneLine(detail);
        boolean quotes = meaning == LakeErrorCode.LAKE_DATA_REFUSED;
        String said = quotes ? "" : ": " + oneLine(text);
        LakeWords words = quotes ? new LakeWords(oneLine(text)) : null;
        return new LakeException(meaning, code, "the lake answers code " + code + said + place, words);
    }

    static LakeErrorCode meaningOf(int code, String text, CallPurpose purpose) {
        for (LakeRules.Words words : LakeRules.WORDS) {
            if (words.fits(code, text, purpose)) {
                return words.result();
            }
        }
        for (LakeRules.Rule rule : LakeRules.CODES) {
            if (rule.fits(code, purpose)) {
                return settled(rule.result(), purpose);
            }
        }
        return settled(LakeErrorCode.LAKE_OUTCOME_UNKNOWN, purpose);
    }

    /** An HTTP status other than 2xx. */
    static LakeException ofStatus(HttpAnswer answer, CallPurpose purpose) {
        String body = answer.body();
        Matcher inText = CODE_IN_TEXT.matcher(body);
        if ((answer.status() == 400 || answer.status() == 500) && inText.find()) {
            int code = Integer.parseInt(inText.group(1));
            return ofServer(code, body, null, purpose);
        }
        LakeErrorCode meaning = meaningOfStatus(answer.status(), body, purpose);
        boolean quotes = meaning == LakeErrorCode.LAKE_DATA_REFUSED;
        String said = quotes || body.isBlank() ? "" : ": " + describe(body);
        String target = answer.location() == null ? "" : " to " + address(answer.location());
        LakeWords words = quotes ? new LakeWords(describe(body)) : null;
        return new LakeException(meaning, 0, "HTTP status " + answer.status() + target + said, words);
    }

    private static LakeErrorCode meaningOfStatus(int status, String body, CallPurpose purpose) {
        boolean stream = status == 400 && purpose == CallPurpose.STREAM;
        for (LakeRules.Words words : LakeRules.WORDS) {
            // Only a streaming load says in an HTTP status what is wrong with the data.
            if (words.fits(0, body, purpose) && (stream || words.result() != LakeErrorCode.LAKE_DATA_REFUSED)) {
                return words.result();
            }
        }
        if (stream && body.contains("Query execution failed")) {
            return LakeErrorCode.LAKE_OUTCOME_UNKNOWN;
        }
        for (LakeRules.StatusRule rule : LakeRules.STATUSES) {
            if (rule.fits(status, purpose)) {
                return settled(rule.result(), purpose);
            }
        }
        return settled(LakeErrorCode.LAKE_OUTCOME_UNKNOWN, purpose);
    }

    /** An answer with a good status that cannot be read: cut off in the middle, or not the lake's. */
    static LakeException ofUnreadable(String body, String address, CallPurpose purpose, @Nullable Throwable cause) {
        if (cause instanceof JsonEOFException && body.stripLeading().startsWith("{")) {
            LakeErrorCode code = settled(LakeErrorCode.LAKE_ANSWER_LOST, purpose);
            return new LakeException(code, 0, address + ": the answer ends in the middle", cause);
        }
        LakeErrorCode code = settled(LakeErrorCode.LAKE_ANSWER_UNREADABLE, purpose);
        return new LakeException(
                code, 0, address + " does not answer in the lake's JSON but with " + describe(body), cause);
    }

    /** No answer, or not a whole one. */
    static LakeException ofIo(IOException failure, CallPhase phase, CallPurpose purpose, String address) {
        String reason = address + ": " + describe(failure);
        if (failure instanceof EndlessAnswerException) {
            return new LakeException(settled(LakeErrorCode.LAKE_ANSWER_UNREADABLE, purpose), 0, reason, failure);
        }
        if (phase == CallPhase.CONNECTING && isTls(failure)) {
            return new LakeException(LakeErrorCode.LAKE_TLS, 0, reason, failure);
        }
        if (phase == CallPhase.CONNECTING && isProxyLogin(failure)) {
            return new LakeException(LakeErrorCode.LAKE_PROXY, 0, reason, failure);
        }
        for (LakeRules.PhaseRule rule : LakeRules.PHASES) {
            if (rule.fits(phase, purpose)) {
                return new LakeException(settled(rule.result(), purpose), 0, reason, failure);
            }
        }
        return new LakeException(settled(LakeErrorCode.LAKE_ANSWER_LOST, purpose), 0, reason, failure);
    }

    /** Where repeating is harmless, not knowing is no different from not having happened. */
    private static LakeErrorCode settled(LakeErrorCode code, CallPurpose purpose) {
        return LakeRules.isLoad(purpose) ? code : LakeRules.whenRepeatable(code);
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

    /** A tunnel fails in connecting, and the client has no type for it. */
    private static boolean isProxyLogin(IOException failure) {
        return String.valueOf(failure.getMessage()).contains("authenticate with proxy");
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

    /** A body in a few words: a proxy's page by its title. */
    private static String describe(String body) {
        String text = body.strip();
        if (!text.startsWith("<")) {
            return text.isEmpty() ? "nothing" : oneLine(text);
        }
        Matcher title = TITLE.matcher(text);
        return title.find() ? "a page titled '" + oneLine(title.group(1)) + "'" : "a page without a title";
    }

    /** Without credentials and query, which may be secrets. */
    private static String address(String location) {
        return oneLine(location.replaceAll("//[^/@]*@", "//").replaceAll("[?#].*", ""));
    }

    private static String oneLine(String text) {
        String line = text.strip().replaceAll("\\s+", " ");
        return line.length() <= LONGEST_TEXT ? line : line.substring(0, LONGEST_TEXT) + "...";
    }
}
