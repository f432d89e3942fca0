package org.lakeingest.app.cli;

import java.lang.reflect.Constructor;
import picocli.CommandLine;

/** Hands the one {@link Stop} to the commands whose constructor asks for it. */
final class CommandFactory implements CommandLine.IFactory {
    private final CommandLine.IFactory plain = CommandLine.defaultFactory();
    private final Stop stop;

    CommandFactory(Stop stop) {
        this.stop = stop;
    }

    @Override
    public <K> K create(Class<K> type) throws Exception {
        for (Constructor<?> constructor : type.getDeclaredConstructors()) {
            if (constructor.getParameterCount() == 1 && constructor.getParameterTypes()[0] == Stop.class) {
                return type.cast(constructor.newInstance(stop));
            }
        }
        return plain.create(type);
    }
}
