package org.lakeingest.app.plugin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.lang.reflect.Constructor;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.lakeingest.api.ComponentFactory;
import org.lakeingest.api.IngestException;
import org.lakeingest.api.Transformer;
import org.lakeingest.api.TransformerFactory;
import org.lakeingest.app.AppErrorCode;

class PluginLoaderTest {
    /** Knows the SPI, and nothing of what the test class path offers as plugins. */
    private static final ClassLoader APPLICATION = new ClassLoader(PluginLoaderTest.class.getClassLoader()) {
        @Override
        public java.util.Enumeration<java.net.URL> getResources(String name) throws IOException {
            return name.startsWith("META-INF/services/")
                    ? java.util.Collections.emptyEnumeration()
                    : super.getResources(name);
        }
    };

    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path plugins;

    @Test
    void findsAPluginInAFolderOfItsOwn() throws IOException {
        PluginJar.transformer(plugins.resolve("acme"), "mask", "");

        PluginRegistry registry = load();

        assertThat(registry.names(ExtensionPoint.TRANSFORMER)).containsExactly("mask");
        assertThat(registry.names(ExtensionPoint.SINK)).isEmpty();
        assertThat(registry.all())
                .singleElement()
                .satisfies(found -> assertThat(found.origin()).endsWith("mask.jar"));
    }

    @Test
    void findsNothingWhereThereIsNoFolder() {
        assertThat(new PluginLoader(APPLICATION, null).load().all()).isEmpty();
        assertThat(new PluginLoader(APPLICATION, plugins.resolve("absent"))
                        .load()
                        .all())
                .isEmpty();
    }

    @Test
    void refusesOneNameFromTwoPluginsAndNamesBothJars() throws IOException {
        PluginJar.transformer(plugins.resolve("one"), "mask", "");
        PluginJar.transformer(plugins.resolve("two"), "mask", "");

        assertThatThrownBy(this::load)
                .isInstanceOfSatisfying(
                        IngestException.class, e -> assertThat(e.code()).isEqualTo(AppErrorCode.PLUGIN_INVALID))
                .hasMessageContaining("transformer 'mask'")
                .hasMessageContaining(plugins.resolve("one").toString())
                .hasMessageContaining(plugins.resolve("two").toString());
    }

    @Test
    void refusesAFolderThatHoldsNoPlugin() throws IOException {
        Files.createDirectories(plugins.resolve("empty"));

        assertThatThrownBy(this::load).isInstanceOf(IngestException.class).hasMessageContaining("holds no jar");
    }

    @Test
    void refusesAJarThatIsNone() throws IOException {
        Files.writeString(Files.createDirectories(plugins.resolve("broken")).resolve("broken.jar"), "no jar");

        assertThatThrownBy(this::load).isInstanceOf(IngestException.class).hasMessageContaining("broken");
    }

    @Test
    void hidesTheApplicationFromAPluginExceptTheSpi() throws Exception {
        PluginJar.transformer(plugins.resolve("acme"), "mask", "");
        ClassLoader loader = registered("mask").loader();

        assertThat(loader.loadClass(IngestException.class.getName())).isSameAs(IngestException.class);
        assertThatThrownBy(() -> loader.loadClass("org.lakeingest.app.plugin.PluginLoader"))
                .isInstanceOf(ClassNotFoundException.class);
        assertThatThrownBy(() -> loader.loadClass("com.google.inject.Injector"))
                .isInstanceOf(ClassNotFoundException.class);
        assertThat(loader.loadClass("java.sql.Connection")).isNotNull();
    }

    @Test
    void keepsTwoPluginsWithEqualClassNamesApart() throws IOException {
        PluginJar.transformer(plugins.resolve("one"), "mask", "");
        PluginJar.transformer(plugins.resolve("two"), "cut", "");

        assertThat(registered("mask").factory().getClass())
                .isNotEqualTo(registered("cut").factory().getClass());
    }

    @Test
    void runsAPluginUnderItsOwnContextLoader() throws Exception {
        PluginJar.transformer(
                plugins.resolve("acme"),
                "mask",
                "throw new IllegalStateException(String.valueOf(Thread.currentThread().getContextClassLoader() == getClass().getClassLoader()));"
                        .replace("getClass()", "AcmePlugin.class"));
        PluginRegistry.Registered<TransformerFactory<?>> found = registered("mask");
        ClassLoader before = Thread.currentThread().getContextClassLoader();

        Transformer transformer = PluginBoundary.wrap(create(found), "transformer 'mask'", found.loader());

        assertThatThrownBy(() -> call(transformer)).cause().hasMessage("true");
        assertThat(Thread.currentThread().getContextClassLoader()).isSameAs(before);
    }

    private PluginRegistry load() {
        return new PluginLoader(APPLICATION, plugins).load();
    }

    private PluginRegistry.Registered<TransformerFactory<?>> registered(String name) {
        return Objects.requireNonNull(load().find(ExtensionPoint.TRANSFORMER, name));
    }

    @SuppressWarnings({"unchecked", "NullAway"}) // the compiled plugin uses neither its settings nor its context
    private static Transformer create(PluginRegistry.Registered<TransformerFactory<?>> found) throws Exception {
        Constructor<?> settings = found.factory().configType().getDeclaredConstructor();
        settings.setAccessible(true);
        return ((ComponentFactory<Transformer, Record>) (ComponentFactory<?, ?>) found.factory())
                .create((Record) settings.newInstance(), null);
    }

    @SuppressWarnings("NullAway") // the transformer looks at neither
    private static @Nullable Void call(Transformer transformer) {
        transformer.transform(null, null);
        return null;
    }
}
