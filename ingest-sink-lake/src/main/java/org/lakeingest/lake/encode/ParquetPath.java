package org.lakeingest.lake.encode;

import java.util.ArrayList;
import java.util.List;
import org.lakeingest.api.ColumnType.Kind;
import org.lakeingest.api.Schema;

/**
 * The way from a row down to a leaf. Levels as in Dremel: the definition level counts optional and repeated elements that
 * are there, the repetition level says which repeated element goes on. Immutable.
 */
final class ParquetPath {
    /** One column on the way. */
    record Step(String name, int child, Kind kind, boolean optional, int repetition) {}

    private final List<String> names;
    private final List<Step> steps;
    private final int definition;
    private final int repetition;

    ParquetPath() {
        this(List.of(), List.of(), 0, 0);
    }

    private ParquetPath(List<String> names, List<Step> steps, int definition, int repetition) {
        this.names = names;
        this.steps = steps;
        this.definition = definition;
        this.repetition = repetition;
    }

    /** Goes on to the column that is child number {@code index} of the one before. */
    ParquetPath field(Schema.Field field, int index) {
        Kind kind = field.type().kind();
        boolean repeats = kind == Kind.LIST || kind == Kind.MAP;
        Step step = new Step(field.name(), index, kind, field.nullable(), repeats ? repetition + 1 : repetition);
        return new ParquetPath(
                plus(names, field.name()),
                plus(steps, step),
                field.nullable() ? definition + 1 : definition,
                repetition);
    }

    /** Goes on into the elements of the list or map. */
    ParquetPath repeated(String name) {
        return new ParquetPath(plus(names, name), steps, definition + 1, repetition + 1);
    }

    List<String> names() {
        return names;
    }

    List<Step> steps() {
        return steps;
    }

    int mostDefined() {
        return definition;
    }

    int mostRepeated() {
        return repetition;
    }

    private static <T> List<T> plus(List<T> list, T element) {
        List<T> longer = new ArrayList<>(list);
        longer.add(element);
        return List.copyOf(longer);
    }
}
