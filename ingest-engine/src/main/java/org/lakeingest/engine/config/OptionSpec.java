package org.lakeingest.engine.config;

import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.lakeingest.api.config.Option;

/** One option of a record, as its annotation declares it. */
record OptionSpec(String name, Option option, OptionType type) {
    /** @throws IllegalArgumentException when the record does not declare its options properly: a bug of the component */
    static List<OptionSpec> of(Class<? extends Record> type) {
        List<OptionSpec> specs = new ArrayList<>();
        Set<String> names = new HashSet<>();
        for (RecordComponent component : type.getRecordComponents()) {
            Option option = component.getAnnotation(Option.class);
            if (option == null) {
                throw new IllegalArgumentException(
                        type.getName() + ": component " + component.getName() + " has no @Option");
            }
            specs.add(new OptionSpec(option.name(), option, OptionType.of(component.getGenericType())));
            requireNew(names, option.name(), type);
            for (String former : option.formerNames()) {
                requireNew(names, former, type);
            }
        }
        return specs;
    }

    private static void requireNew(Set<String> names, String name, Class<?> type) {
        if (!names.add(name)) {
            throw new IllegalArgumentException(type.getName() + ": option " + name + " is declared twice");
        }
    }

    boolean hasDefault() {
        return !option.defaultValue().isEmpty();
    }

    boolean isRequired() {
        return !hasDefault() && type.shape() == OptionType.Shape.TEXT;
    }
}
