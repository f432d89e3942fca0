package org.lakeingest.app.plugin;

import java.net.URL;
import java.net.URLClassLoader;
import java.util.List;

/**
 * Loads one external plugin. It sees the JDK, its own jars, and of the application only the SPI and SLF4J; so a plugin may bring
 * any version of any library, and two plugins never meet. Thread-safe.
 */
final class PluginClassLoader extends URLClassLoader {
    private static final List<String> SHARED = List.of("org.lakeingest.api.", "org.slf4j.");

    static {
        registerAsParallelCapable();
    }

    private final ClassLoader application;

    PluginClassLoader(String name, URL[] jars, ClassLoader application) {
        super("plugin-" + name, jars, ClassLoader.getPlatformClassLoader());
        this.application = application;
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        return isShared(name) ? application.loadClass(name) : super.loadClass(name, resolve);
    }

    private static boolean isShared(String className) {
        for (String prefix : SHARED) {
            if (className.startsWith(prefix)) {
                return true;
            }
        }
        return false;
    }
}
