package org.lakeingest.engine.config;

import java.util.ArrayList;
import java.util.List;
import org.lakeingest.api.config.Option;

/** Prints options: as a reference page for people, and as a table of what is in force. No state. */
public final class ConfigReference {
    private static final String NOTE =
            "This page is generated from the declarations in the code; a test compares the two.";

    private ConfigReference() {}

    /**
     * A page in Markdown that lists every option of a record and of the sections in it.
     *
     * @param introduction a paragraph in Markdown
     * @throws IllegalArgumentException when the record does not declare its options properly
     */
    public static String page(String title, String introduction, Class<? extends Record> type) {
        return "# " + title + "\n\n" + introduction + "\n\n" + NOTE + "\n\n" + table(type);
    }

    /** The table alone, for pages that are made of several. */
    public static String table(Class<? extends Record> type) {
        StringBuilder page = new StringBuilder("| Option | Type | Default | Meaning |\n|---|---|---|---|\n");
        rows(page, "", type);
        return page.toString();
    }

    private static void rows(StringBuilder page, String prefix, Class<? extends Record> type) {
        for (OptionSpec spec : OptionSpec.of(type)) {
            row(page, prefix, spec);
            OptionType inner = spec.type();
            String path = prefix + spec.name();
            while (inner.shape() == OptionType.Shape.OPTIONAL || inner.shape() == OptionType.Shape.LIST) {
                path = inner.shape() == OptionType.Shape.LIST ? path + "[]" : path;
                inner = inner.elementType();
            }
            if (inner.shape() == OptionType.Shape.SECTION) {
                rows(page, path + ".", inner.recordType());
            }
        }
    }

    private static void row(StringBuilder page, String prefix, OptionSpec spec) {
        boolean map = spec.type().shape() == OptionType.Shape.MAP;
        page.append("| `")
                .append(prefix)
                .append(spec.name())
                .append(map ? ".*" : "")
                .append("` | ")
                .append(spec.type().describe())
                .append(" | ")
                .append(defaultOf(spec))
                .append(" | ")
                .append(cell(spec.option()))
                .append(spec.option().alone() && !prefix.isEmpty() ? alone(prefix) : "")
                .append(" |\n");
    }

    private static String alone(String prefix) {
        String section = prefix.substring(0, prefix.length() - 1);
        return " May be written in place of the section, `" + section + ": ...`.";
    }

    private static String defaultOf(OptionSpec spec) {
        if (spec.hasDefault()) {
            return "`" + spec.option().defaultValue() + "`";
        }
        return switch (spec.type().shape()) {
            case TEXT -> "required";
            case OPTIONAL, LIST, MAP -> "none";
            case SECTION -> "";
        };
    }

    private static String cell(Option option) {
        StringBuilder cell = new StringBuilder(option.description().replace("|", "\\|"));
        if (option.formerNames().length > 0) {
            cell.append(" Formerly `")
                    .append(String.join("`, `", option.formerNames()))
                    .append("`.");
        }
        return cell.toString();
    }

    /** What is in force, one option a line, in columns; secrets are masked, see {@link ConfigSetting}. */
    public static List<String> effective(List<ConfigSetting> settings) {
        int pathWidth = settings.stream().mapToInt(s -> s.path().length()).max().orElse(0);
        int valueWidth = settings.stream()
                .mapToInt(s -> s.value().length())
                .filter(width -> width <= 60)
                .max()
                .orElse(0);
        List<String> lines = new ArrayList<>();
        for (ConfigSetting setting : settings) {
            lines.add(
                    pad(setting.path(), pathWidth) + "  " + pad(setting.value(), valueWidth) + "  " + setting.origin());
        }
        return lines;
    }

    private static String pad(String text, int width) {
        return text + " ".repeat(Math.max(0, width - text.length()));
    }
}
