package org.lakeingest.lake;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads types as the lake writes them: {@code DECIMAL(10, 2)} in DESC, {@code Nullable(Array(Nullable(Int32)))} in system.columns,
 * {@code Array(Int32 NULL)} in a result's schema. Fields of a tuple have no names in the last two; {@link #named} finds them
 * in a CREATE TABLE statement. One text, one thread.
 */
final class LakeTypeReader {
    private static final Map<String, String> ALIASES = Map.ofEntries(
            Map.entry("STRING", "VARCHAR"),
            Map.entry("TEXT", "VARCHAR"),
            Map.entry("CHAR", "VARCHAR"),
            Map.entry("JSON", "VARIANT"),
            Map.entry("INTEGER", "INT"),
            Map.entry("INT8", "TINYINT"),
            Map.entry("INT16", "SMALLINT"),
            Map.entry("INT32", "INT"),
            Map.entry("INT64", "BIGINT"),
            Map.entry("UINT8", "TINYINT UNSIGNED"),
            Map.entry("UINT16", "SMALLINT UNSIGNED"),
            Map.entry("UINT32", "INT UNSIGNED"),
            Map.entry("UINT64", "BIGINT UNSIGNED"),
            Map.entry("BOOL", "BOOLEAN"),
            Map.entry("REAL", "FLOAT"),
            Map.entry("FLOAT32", "FLOAT"),
            Map.entry("FLOAT64", "DOUBLE"),
            Map.entry("DATETIME", "TIMESTAMP"),
            Map.entry("TIMESTAMP_TZ", "TIMESTAMPTZ"),
            Map.entry("VARBINARY", "BINARY"),
            Map.entry("BLOB", "BINARY"));

    private final String text;
    private int at;

    private LakeTypeReader(String text) {
        this.text = text;
    }

    /** The type's name alone: aliases resolved, arguments cut off. */
    static String base(String type) {
        int parenthesis = type.indexOf('(');
        return canonical(parenthesis < 0 ? type : type.substring(0, parenthesis));
    }

    private static String canonical(String name) {
        String upper = name.strip().toUpperCase(Locale.ROOT);
        return ALIASES.getOrDefault(upper, upper);
    }

    /** Reads a type; what cannot be read becomes a type of that name without a like. The outermost nullability is dropped. */
    static LakeType read(String type) {
        LakeTypeReader reader = new LakeTypeReader(type.strip());
        LakeType.Inner whole = reader.inner();
        return reader.at < reader.text.length() ? LakeType.of(canonical(type)) : whole.type();
    }

    /** A type, with what says whether it may be null. */
    private LakeType.Inner inner() {
        String name = canonical(word());
        LakeType type;
        boolean nullable = false;
        if (name.equals("NULLABLE") && accept('(')) {
            type = inner().type();
            nullable = true;
            accept(')');
        } else {
            type = type(name);
        }
        if (text.startsWith(" NOT NULL", at)) {
            at += " NOT NULL".length();
        } else if (text.startsWith(" NULL", at)) {
            at += " NULL".length();
            nullable = true;
        }
        return new LakeType.Inner("", type, nullable);
    }

    private LakeType type(String name) {
        if (!accept('(')) {
            return LakeType.of(name);
        }
        return switch (name) {
            case "ARRAY", "MAP", "TUPLE" -> new LakeType(name, 0, 0, inners());
            case "DECIMAL", "VECTOR" -> {
                int first = number();
                int second = accept(',') ? number() : 0;
                accept(')');
                yield new LakeType(name, first, second, List.of());
            }
            default -> {
                skip();
                yield LakeType.of(name);
            }
        };
    }

    private List<LakeType.Inner> inners() {
        List<LakeType.Inner> children = new ArrayList<>();
        while (at < text.length() && !accept(')')) {
            LakeType.Inner child = inner();
            children.add(new LakeType.Inner(String.valueOf(children.size() + 1), child.type(), child.nullable()));
            if (!accept(',') && at < text.length() && text.charAt(at) != ')') {
                at = text.length() + 1;
            }
            while (at < text.length() && text.charAt(at) == ' ') {
                at++;
            }
        }
        return children;
    }

    /** Letters, digits and underscores; {@code INT UNSIGNED} counts as one. */
    private String word() {
        int start = at;
        while (at < text.length() && (Character.isLetterOrDigit(text.charAt(at)) || text.charAt(at) == '_')) {
            at++;
        }
        if (text.startsWith(" UNSIGNED", at)) {
            at += " UNSIGNED".length();
        }
        return text.substring(start, at);
    }

    private int number() {
        while (at < text.length() && text.charAt(at) == ' ') {
            at++;
        }
        int start = at;
        while (at < text.length() && Character.isDigit(text.charAt(at))) {
            at++;
        }
        return start == at ? 0 : Integer.parseInt(text.substring(start, at));
    }

    private boolean accept(char c) {
        if (at < text.length() && text.charAt(at) == c) {
            at++;
            return true;
        }
        return false;
    }

    private void skip() {
        int depth = 1;
        while (at < text.length() && depth > 0) {
            char c = text.charAt(at++);
            depth += c == '(' ? 1 : c == ')' ? -1 : 0;
        }
    }

    /**
     * Gives the fields of tuples the names that a CREATE TABLE statement has for them. The statement quotes no name inside a type,
     * so the types around the names, which are known, have to tell where a name ends.
     *
     * @param definition what follows the column's name in the statement; may go on behind the column
     * @return the type as it was when the statement does not fit
     */
    static LakeType named(LakeType type, String definition) {
        StringBuilder pattern = new StringBuilder();
        append(pattern, type);
        Matcher matcher = Pattern.compile(pattern.toString(), Pattern.DOTALL).matcher(definition);
        return matcher.lookingAt() ? named(type, matcher, new int[] {0}) : type;
    }

    private static void append(StringBuilder pattern, LakeType type) {
        boolean tuple = type.is("TUPLE");
        if (type.children().isEmpty()) {
            pattern.append(Pattern.quote(shown(type)));
            return;
        }
        pattern.append(type.name()).append("\\(");
        for (int i = 0; i < type.children().size(); i++) {
            LakeType.Inner child = type.children().get(i);
            pattern.append(i == 0 ? "" : ", ").append(tuple ? "(.+?) " : "");
            append(pattern, child.type());
            pattern.append(child.nullable() ? " NULL" : "(?: NOT NULL)?");
        }
        pattern.append("\\)");
    }

    private static String shown(LakeType type) {
        return type.is("TIMESTAMPTZ") ? type.name() : type.sql();
    }

    private static LakeType named(LakeType type, Matcher names, int[] group) {
        List<LakeType.Inner> children = new ArrayList<>();
        for (LakeType.Inner child : type.children()) {
            String name = type.is("TUPLE") ? names.group(++group[0]) : child.name();
            children.add(new LakeType.Inner(name, named(child.type(), names, group), child.nullable()));
        }
        return new LakeType(type.name(), type.precision(), type.scale(), children);
    }
}
