package org.lakeingest.lake;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.lakeingest.api.ColumnType;
import org.lakeingest.api.ColumnType.Kind;

/**
 * Types that hold everything a column holds already, unchanged, and take other values, too; the narrowest first. Each is a change
 * that the lake makes to a table with rows, measured on the engine itself.
 */
final class Widening {
    private static final int MOST_DIGITS = 76;
    private static final int DOUBLE_BITS = 53;
    private static final Set<String> DOCUMENTS =
            Set.of("BOOLEAN", "DATE", "TIMESTAMP", "TIMESTAMPTZ", "DECIMAL", "FLOAT", "DOUBLE", "VARIANT", "VARCHAR");

    private Widening() {}

    /**
     * A wider type.
     *
     * @param guard condition for values that would not survive, with {@code %s} for the column; empty when all do
     */
    record Wider(LakeType type, String guard) {}

    static List<Wider> of(LakeType table, ColumnType from) {
        List<Wider> wider = new ArrayList<>();
        if (table.isInteger()) {
            addIntegers(wider, table, from);
        } else if (table.is("DECIMAL")) {
            addDecimal(wider, table.precision() - table.scale(), table.scale(), from);
        } else if (table.is("FLOAT") && (from.kind() == Kind.FLOAT64 || from.kind() == Kind.DECIMAL)) {
            wider.add(new Wider(LakeType.of("DOUBLE"), ""));
        }
        if (becomesDocument(table)) {
            wider.add(new Wider(LakeType.of("VARIANT"), specials(table)));
        }
        return wider;
    }

    private static void addIntegers(List<Wider> wider, LakeType table, ColumnType from) {
        int digits = digits(table);
        switch (from.kind()) {
            case INT64 -> {
                if (table.integerBits() < Long.SIZE) {
                    wider.add(new Wider(LakeType.of("BIGINT"), ""));
                }
                addDecimal(wider, digits, 0, from);
            }
            case UINT64 -> {
                if (table.isUnsigned()) {
                    wider.add(new Wider(LakeType.of("BIGINT UNSIGNED"), ""));
                }
                addDecimal(wider, digits, 0, from);
            }
            case DECIMAL -> addDecimal(wider, digits, 0, from);
            case FLOAT32, FLOAT64 ->
                wider.add(new Wider(
                        LakeType.of("DOUBLE"),
                        table.integerBits() <= DOUBLE_BITS
                                ? ""
                                : "%1$s > 9007199254740992 OR %1$s < -9007199254740992"));
            default -> {}
        }
    }

    private static int digits(LakeType integer) {
        return integer.integerBits() <= 32 ? 10 : integer.isUnsigned() ? 20 : 19;
    }

    private static void addDecimal(List<Wider> wider, int whole, int scale, ColumnType from) {
        int fromWhole;
        switch (from.kind()) {
            case INT64 -> fromWhole = 19;
            case UINT64 -> fromWhole = 20;
            case DECIMAL -> fromWhole = from.precision() - from.scale();
            default -> {
                return;
            }
        }
        int newScale = Math.max(scale, from.scale());
        int precision = Math.max(whole, fromWhole) + newScale;
        if (precision <= MOST_DIGITS) {
            wider.add(new Wider(new LakeType("DECIMAL", precision, newScale, List.of()), ""));
        }
    }

    /** Text would be read as JSON, bytes would become hexadecimal, and a tuple would lose the names of its fields. */
    private static boolean becomesDocument(LakeType table) {
        if (table.is("VARIANT") || table.is("VARCHAR")) {
            return false;
        }
        return table.isInteger() || DOCUMENTS.contains(table.name()) || isPlainNested(table);
    }

    private static boolean isPlainNested(LakeType table) {
        if (!table.is("ARRAY") && !table.is("MAP")) {
            return false;
        }
        for (LakeType.Inner child : table.children()) {
            LakeType type = child.type();
            boolean plain = type.isInteger() || DOCUMENTS.contains(type.name()) || isPlainNested(type);
            if (!plain || type.isFloating()) {
                return false;
            }
        }
        return true;
    }

    /** The lake's documents have no NaN and no infinities: they would become null. */
    private static String specials(LakeType table) {
        return table.isFloating()
                ? "lower(CAST(%1$s AS VARCHAR)) IN ('nan', 'inf', '-inf', 'infinity', '-infinity')"
                : "";
    }
}
