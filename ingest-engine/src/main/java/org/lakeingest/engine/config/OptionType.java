package org.lakeingest.engine.config;

import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What an option's record component can hold.
 *
 * @param element of lists and optionals; null otherwise
 */
record OptionType(Shape shape, Class<?> raw, @Nullable OptionType element) {
    enum Shape {
        TEXT,
        SECTION,
        LIST,
        OPTIONAL,
        MAP
    }

    private static final Map<Class<?>, Class<?>> UNBOXED = Map.of(
            Boolean.class, boolean.class, Integer.class, int.class, Long.class, long.class, Double.class, double.class);

    /** @throws IllegalArgumentException when no option can have this type: a bug of the component */
    static OptionType of(Type type) {
        if (type instanceof ParameterizedType parameterized) {
            Type[] arguments = parameterized.getActualTypeArguments();
            if (parameterized.getRawType() == Optional.class) {
                return new OptionType(Shape.OPTIONAL, Optional.class, of(arguments[0]));
            } else if (parameterized.getRawType() == List.class) {
                return new OptionType(Shape.LIST, List.class, of(arguments[0]));
            } else if (parameterized.getRawType() == Map.class
                    && arguments[0] == String.class
                    && arguments[1] == String.class) {
                return new OptionType(Shape.MAP, Map.class, null);
            }
        } else if (type instanceof Class<?> raw) {
            Class<?> unboxed = UNBOXED.getOrDefault(raw, raw);
            if (TextValue.isText(unboxed)) {
                return new OptionType(Shape.TEXT, unboxed, null);
            } else if (raw.isRecord()) {
                return new OptionType(Shape.SECTION, raw, null);
            }
        }
        throw new IllegalArgumentException(type.getTypeName() + " is no type for an option");
    }

    OptionType elementType() {
        if (element == null) {
            throw new IllegalStateException(shape + " has no elements");
        }
        return element;
    }

    Class<? extends Record> recordType() {
        return raw.asSubclass(Record.class);
    }

    /** For a reference page. */
    String describe() {
        return switch (shape) {
            case TEXT -> TextValue.describe(raw);
            case SECTION -> "section";
            case LIST -> "list of: " + elementType().describe();
            case OPTIONAL -> elementType().describe();
            case MAP -> "names and values";
        };
    }
}
