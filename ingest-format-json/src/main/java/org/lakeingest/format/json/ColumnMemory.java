package org.lakeingest.format.json;

import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.lakeingest.api.ColumnType;
import org.lakeingest.api.ColumnType.Kind;
import org.lakeingest.api.Schema;
import org.lakeingest.api.TargetColumns;
import org.lakeingest.format.json.JsonDecoderConfig.UnknownFieldPolicy;
import org.lakeingest.format.json.PlannedColumn.Growth;
import org.lakeingest.format.json.ReaderFactory.Mode;

/**
 * What a lane knows of the columns of one stream: those declared, those of the target, and those inferred from values, which only become
 * more and wider. {@link #plan} puts them together. Confined to one thread.
 */
final class ColumnMemory {
    private static final ColumnType VARIANT = ColumnType.of(Kind.VARIANT);

    private final JsonDecoderConfig config;
    private final ReaderFactory readers;
    private final Map<String, Schema.Field> declared = new LinkedHashMap<>();
    private final Map<String, SeenShapes> inferred = new LinkedHashMap<>();
    private final Set<String> widened = new HashSet<>();
    private @Nullable TargetColumns target;
    private boolean partial;

    ColumnMemory(JsonDecoderConfig config, ReaderFactory readers) {
        this.config = config;
        this.readers = readers;
        if (!config.columns().isEmpty()) {
            ColumnText.schema(config.columns()).fields().forEach(field -> declared.put(field.name(), field));
        }
    }

    /**
     * Takes over what the target holds now; returns whether that is news.
     *
     * @param leavesOut whether rows have those columns only that their documents have
     */
    @SuppressWarnings("ReferenceEquality") // the same instance means that nothing changed
    boolean follow(Optional<TargetColumns> now, boolean leavesOut) {
        TargetColumns next = config.inferColumns() ? now.orElse(null) : null;
        boolean same = next == target && leavesOut == partial;
        target = next;
        partial = leavesOut;
        return !same;
    }

    /** Adds to what is known of the values of a field. */
    void learn(String column, int shapes) {
        inferred.computeIfAbsent(column, name -> new SeenShapes()).add(shapes);
    }

    /** Makes a column able to hold a value that did not fit, should what was learnt not do so. */
    void makeRoom(PlannedColumn column) {
        if (column.growth() == Growth.WIDENS) {
            widen(column.name());
            return;
        }
        SeenShapes seen = inferred.get(column.name());
        if (seen != null && Shapes.typeOf(seen.get()).equals(column.field().type())) {
            seen.add(Shapes.OTHER);
        }
    }

    /** Makes a column of the target able to hold anything. */
    void widen(String column) {
        widened.add(column);
    }

    /** All that is known now, as a plan. */
    ColumnPlan plan() {
        Map<String, PlannedColumn> columns = new LinkedHashMap<>();
        TargetColumns known = target;
        if (known != null) {
            for (Schema.Field field : known.schema().fields()) {
                columns.put(field.name(), ofTarget(field, known));
            }
        }
        declared.forEach((name, field) -> columns.computeIfAbsent(name, key -> ofDeclaration(field, partial)));
        if (known == null || known.takesNewColumns()) {
            inferred.forEach((name, seen) -> columns.computeIfAbsent(name, key -> ofValues(name, seen)));
        }
        String hidden = placeRest(columns, known);
        boolean keepsRest = hidden != null && wantsRest();
        boolean adds = config.inferColumns()
                && (known == null
                        || (config.unknownFieldPolicy() == UnknownFieldPolicy.ADD && known.takesNewColumns()));
        RestObject rest = keepsRest ? readers.newRest() : null;
        return new ColumnPlan(
                List.copyOf(columns.values()),
                hidden,
                new FieldPolicy(adds, rest, readers.unknownFields(config.unknownFieldPolicy(), "")));
    }

    private PlannedColumn ofTarget(Schema.Field field, TargetColumns known) {
        String name = field.name();
        boolean defaulted = known.defaulted().contains(name);
        Schema.Field declaration = declared.get(name);
        if (declaration != null) {
            boolean nullable = declaration.nullable() && field.nullable();
            return ofDeclaration(new Schema.Field(name, declaration.type(), nullable), defaulted);
        }
        ColumnType type = known.widens() && isWidened(name) ? VARIANT : field.type();
        boolean grows = known.widens() && type.kind() != Kind.VARIANT;
        ValueReader reader =
                readers.readerOf(type, name, field.nullable(), known.widens() ? Mode.FAITHFUL : Mode.LENIENT);
        return new PlannedColumn(
                new Schema.Field(name, type, field.nullable()),
                reader,
                defaulted,
                !field.nullable() && !defaulted,
                grows ? Growth.WIDENS : Growth.NONE);
    }

    private boolean isWidened(String name) {
        SeenShapes seen = inferred.get(name);
        return widened.contains(name)
                || (seen != null && Shapes.typeOf(seen.get()).equals(VARIANT));
    }

    private PlannedColumn ofDeclaration(Schema.Field field, boolean defaulted) {
        ValueReader reader = readers.readerOf(field.type(), field.name(), field.nullable(), Mode.DECLARED);
        boolean required = !declaredNullable(field.name());
        return new PlannedColumn(field, reader, defaulted && !required, required, Growth.NONE);
    }

    private PlannedColumn ofValues(String name, SeenShapes seen) {
        ColumnType type = Shapes.typeOf(seen.get());
        ValueReader reader = type.kind() == Kind.INT64
                ? new FaithfulReaders.Integers(name, seen)
                : readers.readerOf(type, name, true, Mode.FAITHFUL);
        Growth growth = type.equals(VARIANT) ? Growth.NONE : Growth.INFERRED;
        return new PlannedColumn(new Schema.Field(name, type, true), reader, partial, false, growth);
    }

    private boolean declaredNullable(String name) {
        Schema.Field field = declared.get(name);
        return field == null || field.nullable();
    }

    private boolean wantsRest() {
        return config.unknownFieldPolicy() == UnknownFieldPolicy.REST;
    }

    /**
     * Sees to it that there is a column for the rest, where one is wanted and possible, or where there is no other column: a
     * row has at least one, and the first document may have no value. Returns the name of that column.
     */
    private @Nullable String placeRest(Map<String, PlannedColumn> columns, @Nullable TargetColumns known) {
        String name = config.restColumn();
        PlannedColumn present = columns.get(name);
        if (present != null) {
            Schema.Field field = present.field();
            boolean fits = field.nullable()
                    && (field.type().kind() == Kind.VARIANT || field.type().kind() == Kind.STRING);
            if (!wantsRest() || !fits) {
                return null;
            }
            columns.put(name, ofRest(field));
            return name;
        }
        if (columns.isEmpty() || (wantsRest() && (known == null || known.takesNewColumns()))) {
            columns.put(name, ofRest(new Schema.Field(name, VARIANT, true)));
            return name;
        }
        return null;
    }

    private PlannedColumn ofRest(Schema.Field field) {
        ValueReader reader = readers.readerOf(field.type(), field.name(), true, Mode.FAITHFUL);
        return new PlannedColumn(field, reader, false, false, Growth.NONE);
    }
}
