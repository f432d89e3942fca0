package org.lakeingest.format.json.change;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * Where in a database's log a change lies, as text that sorts as the log does: numbers in twenty digits, their parts joined by
 * colons. Reused; confined to one thread.
 */
final class SourcePosition {
    private static final int DIGITS = 20;
    private static final String ZEROS = "0".repeat(DIGITS);
    private static final String UNKNOWN = "";

    private final StringBuilder text = new StringBuilder();
    private String connector = UNKNOWN;
    private String lsn = UNKNOWN;
    private String file = UNKNOWN;
    private String pos = UNKNOWN;
    private String row = UNKNOWN;
    private String scn = UNKNOWN;
    private String commitLsn = UNKNOWN;
    private String changeLsn = UNKNOWN;
    private String serial = UNKNOWN;
    private String order = UNKNOWN;
    private String time = UNKNOWN;

    void clear() {
        connector = UNKNOWN;
        lsn = UNKNOWN;
        file = UNKNOWN;
        pos = UNKNOWN;
        row = UNKNOWN;
        scn = UNKNOWN;
        commitLsn = UNKNOWN;
        changeLsn = UNKNOWN;
        serial = UNKNOWN;
        order = UNKNOWN;
        time = UNKNOWN;
    }

    /** Reads the field {@code source}, at whose object the parser stands. */
    void read(JsonParser parser) throws IOException {
        while (parser.nextToken() == JsonToken.FIELD_NAME) {
            String name = parser.currentName();
            JsonToken value = parser.nextToken();
            if (value.isScalarValue() && value != JsonToken.VALUE_NULL) {
                take(name, parser);
            } else {
                parser.skipChildren();
            }
        }
    }

    private void take(String name, JsonParser parser) throws IOException {
        switch (name) {
            case "connector" -> connector = parser.getText();
            case "lsn" -> lsn = parser.getText();
            case "file" -> file = parser.getText();
            case "pos" -> pos = parser.getText();
            case "row" -> row = parser.getText();
            case "scn" -> scn = parser.getText();
            case "commit_lsn" -> commitLsn = parser.getText();
            case "change_lsn" -> changeLsn = parser.getText();
            case "event_serial_no" -> serial = parser.getText();
            case "ord" -> order = parser.getText();
            case "ts_ms" -> time = parser.getText();
            default -> {}
        }
    }

    /**
     * The position.
     *
     * @param snapshot whether the change was read from the table and not from the log; it may then lack a position, and is
     *     older than whatever has one
     * @return null when there is none
     */
    @Nullable
    CharSequence text(boolean snapshot) {
        text.setLength(0);
        boolean known = switch (connector) {
            case "postgresql" -> number(lsn);
            case "mysql", "mariadb" -> binlog();
            case "sqlserver" -> serverLog();
            case "oracle" -> systemChange();
            case "mongodb" -> clock();
            // In databases nobody told us of, the first that there is; a connector always sends the same.
            default -> number(lsn) || binlog() || serverLog() || systemChange() || clock();
        };
        if (!known) {
            text.setLength(0);
        }
        return known || snapshot ? text : null;
    }

    private boolean number(String digits) {
        if (digits.isEmpty() || digits.length() > DIGITS || !isDigits(digits)) {
            return false;
        }
        text.append(ZEROS, 0, DIGITS - digits.length()).append(digits);
        return true;
    }

    private static boolean isDigits(String digits) {
        for (int i = 0; i < digits.length(); i++) {
            if (digits.charAt(i) < '0' || digits.charAt(i) > '9') {
                return false;
            }
        }
        return true;
    }

    /** The file's number, since names grow longer when it does. */
    private boolean binlog() {
        text.setLength(0);
        int dot = file.lastIndexOf('.');
        if (dot < 0 || pos.isEmpty() || !number(file.substring(dot + 1))) {
            return false;
        }
        text.append(':');
        if (!number(pos)) {
            return false;
        }
        text.append(':');
        return number(row.isEmpty() ? "0" : row);
    }

    private boolean serverLog() {
        text.setLength(0);
        if (commitLsn.isEmpty() || !isHex(commitLsn) || !isHex(changeLsn)) {
            return false;
        }
        text.append(commitLsn).append('/').append(changeLsn).append(':');
        return number(serial.isEmpty() ? "0" : serial);
    }

    private static boolean isHex(String lsn) {
        for (int i = 0; i < lsn.length(); i++) {
            char c = lsn.charAt(i);
            if (c != ':' && Character.digit(c, 16) < 0) {
                return false;
            }
        }
        return true;
    }

    private boolean systemChange() {
        text.setLength(0);
        return number(scn);
    }

    private boolean clock() {
        text.setLength(0);
        if (!number(time)) {
            return false;
        }
        text.append(':');
        return number(order.isEmpty() ? "0" : order);
    }
}
