package org.lakeingest.app.flat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.pattern.ClassicConverter;
import ch.qos.logback.classic.spi.ILoggingEvent;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;

/**
 * A log line as the original tool writes it: {@code time="2026-11-30T08:15:00Z" level=info msg="..."}. Thread-safe.
 *
 * <p>DEBUG becomes info, because in this form only the lines about each batch are let through at that level.
 */
public final class LogrusLine extends ClassicConverter {
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mm:ssXXX");

    @Override
    public String convert(ILoggingEvent event) {
        String level = event.getLevel().isGreaterOrEqual(Level.ERROR)
                ? "error"
                : event.getLevel().isGreaterOrEqual(Level.WARN) ? "warning" : "info";
        return format(Instant.ofEpochMilli(event.getTimeStamp()), level, event.getFormattedMessage());
    }

    /** One line, without its end. */
    public static String format(Instant time, String level, String message) {
        String quoted = message.replace("\\", "\\\\")
                .replace("\"", "\\\"")
                .replace("\r", "\\r")
                .replace("\n", "\\n")
                .replace("\t", "\\t");
        return "time=\"" + TIME.format(OffsetDateTime.ofInstant(time, ZoneId.systemDefault())) + "\" level=" + level
                + " msg=\"" + quoted + "\"";
    }
}
