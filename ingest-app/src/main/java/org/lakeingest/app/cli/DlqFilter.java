package org.lakeingest.app.cli;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.lakeingest.api.DeadLetterFilter;
import picocli.CommandLine;
import picocli.CommandLine.Option;

/** Which letters a command is about. */
final class DlqFilter {
    private static final Pattern AGO = Pattern.compile("(\\d{1,9})(s|m|h|d)");

    @Option(
            names = "--code",
            split = ",",
            paramLabel = "CODE",
            description = "Only letters with one of these error codes.")
    private Set<String> codes = new LinkedHashSet<>();

    @Option(
            names = "--stage",
            split = ",",
            paramLabel = "STAGE",
            description = "Only those given up there: key, decode, transform, routing, evolution, load.")
    private Set<String> stages = new LinkedHashSet<>();

    @Option(names = "--topic", split = ",", paramLabel = "TOPIC", description = "Only records read from these topics.")
    private Set<String> topics = new LinkedHashSet<>();

    @Option(
            names = "--since",
            converter = Moment.class,
            paramLabel = "TIME",
            description =
                    "Only those given up then or later: 2026-11-30T10:00:00Z, 2026-11-30T10:00, 2026-11-30, or 2h for two"
                            + " hours ago; without a zone, in that of this machine.")
    private Optional<Instant> since = Optional.empty();

    @Option(
            names = "--until",
            converter = Moment.class,
            paramLabel = "TIME",
            description = "Only those given up before then; written as for --since.")
    private Optional<Instant> until = Optional.empty();

    DeadLetterFilter filter() {
        return new DeadLetterFilter(codes, stages, topics, OptionalLong.empty(), OptionalLong.empty(), since, until);
    }

    /** A moment in one of the forms that people write. */
    static final class Moment implements CommandLine.ITypeConverter<Instant> {
        @Override
        public Instant convert(String text) {
            Matcher ago = AGO.matcher(text);
            if (ago.matches()) {
                return Instant.now().minus(length(Long.parseLong(ago.group(1)), ago.group(2)));
            }
            try {
                if (text.length() == "2026-11-30".length()) {
                    return LocalDate.parse(text)
                            .atStartOfDay(ZoneId.systemDefault())
                            .toInstant();
                }
                return text.endsWith("Z")
                        ? Instant.parse(text)
                        : LocalDateTime.parse(text)
                                .atZone(ZoneId.systemDefault())
                                .toInstant();
            } catch (DateTimeException e) {
                throw new CommandLine.TypeConversionException(
                        "'" + text + "' is no time; write 2026-11-30T10:00:00Z, 2026-11-30, or 2h for two hours ago");
            }
        }

        private static Duration length(long count, String unit) {
            return switch (unit) {
                case "s" -> Duration.ofSeconds(count);
                case "m" -> Duration.ofMinutes(count);
                case "h" -> Duration.ofHours(count);
                default -> Duration.ofDays(count);
            };
        }
    }
}
