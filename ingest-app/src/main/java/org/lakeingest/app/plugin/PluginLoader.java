package org.lakeingest.app.plugin;

import java.io.IOException;
import java.net.MalformedURLException;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.FileSystemNotFoundException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.CodeSource;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.lakeingest.api.IngestException;
import org.lakeingest.api.IngestPlugin;
import org.lakeingest.app.AppErrorCode;

/** Finds plugins: on the application's class path, and in {@code plugins/<name>/*.jar}, each of those in a loader of its own. */
public final class PluginLoader {
    private final ClassLoader application;
    private final @Nullable Path folder;

    /**
     * @param application where built-in plugins are
     * @param folder holds one folder per external plugin; null, or a path that is no folder, means there are none
     */
    public PluginLoader(ClassLoader application, @Nullable Path folder) {
        this.application = application;
        this.folder = folder;
    }

    /**
     * Loads all of them.
     *
     * @throws IngestException when a plugin cannot be loaded or a name is taken twice; nothing is skipped quietly
     */
    public PluginRegistry load() {
        PluginRegistry registry = new PluginRegistry();
        addAll(registry, application, "the class path");
        for (Path plugin : children(folder)) {
            if (Files.isDirectory(plugin)) {
                addExternal(registry, plugin);
            }
        }
        return registry;
    }

    private void addExternal(PluginRegistry registry, Path plugin) {
        List<URL> jars = new ArrayList<>();
        for (Path file : children(plugin)) {
            if (file.toString().endsWith(".jar")) {
                jars.add(url(file));
            }
        }
        if (jars.isEmpty()) {
            throw invalid("plugin folder " + plugin + " holds no jar; put the plugin's jars there or remove it", null);
        }
        // Never closed: its classes are in use until the process ends.
        @SuppressWarnings("resource")
        ClassLoader loader =
                new PluginClassLoader(String.valueOf(plugin.getFileName()), jars.toArray(URL[]::new), application);
        if (!addAll(registry, loader, plugin.toString())) {
            throw invalid(
                    "plugin folder " + plugin + " offers nothing: no jar in it has META-INF/services/"
                            + IngestPlugin.class.getName(),
                    null);
        }
    }

    private static boolean addAll(PluginRegistry registry, ClassLoader loader, String where) {
        boolean any = false;
        try {
            Iterator<IngestPlugin> plugins =
                    ServiceLoader.load(IngestPlugin.class, loader).iterator();
            while (plugins.hasNext()) {
                IngestPlugin plugin = plugins.next();
                registry.add(plugin, origin(plugin, where), loader);
                any = true;
            }
        } catch (ServiceConfigurationError | LinkageError e) {
            throw invalid("a plugin in " + where + " cannot be loaded: " + e.getMessage(), e);
        }
        return any;
    }

    private static String origin(IngestPlugin plugin, String where) {
        CodeSource source = plugin.getClass().getProtectionDomain().getCodeSource();
        if (source == null || source.getLocation() == null) {
            return where;
        }
        try {
            return Path.of(source.getLocation().toURI()).toString();
        } catch (URISyntaxException | IllegalArgumentException | FileSystemNotFoundException e) {
            return where;
        }
    }

    private static List<Path> children(@Nullable Path folder) {
        if (folder == null || !Files.isDirectory(folder)) {
            return List.of();
        }
        try (Stream<Path> children = Files.list(folder)) {
            return children.sorted().toList();
        } catch (IOException e) {
            throw invalid("plugin folder " + folder + " cannot be read: " + e.getMessage(), e);
        }
    }

    private static URL url(Path jar) {
        try {
            return jar.toUri().toURL();
        } catch (MalformedURLException e) {
            throw invalid("plugin jar " + jar + " has no usable address", e);
        }
    }

    private static IngestException invalid(String message, @Nullable Throwable cause) {
        return new IngestException(AppErrorCode.PLUGIN_INVALID, message, cause);
    }
}
