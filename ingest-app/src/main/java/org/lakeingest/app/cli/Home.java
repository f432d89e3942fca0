package org.lakeingest.app.cli;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.lakeingest.app.plugin.PluginLoader;
import org.lakeingest.app.plugin.PluginRegistry;

/** The folder the distribution was unpacked to, told by the launcher. */
public final class Home {
    private Home() {}

    /** Every plugin there is: on the class path, and in the folder {@code plugins} of the distribution or of INGEST_PLUGINS. */
    public static PluginRegistry plugins() {
        return new PluginLoader(Home.class.getClassLoader(), pluginFolder()).load();
    }

    private static @Nullable Path pluginFolder() {
        String chosen = System.getenv("INGEST_PLUGINS");
        if (chosen != null && !chosen.isEmpty()) {
            return Path.of(chosen);
        }
        String home = System.getProperty("ingest.home");
        return home == null ? null : Path.of(home, "plugins");
    }
}
