package org.lakeingest.app.plugin;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;
import javax.tools.ToolProvider;

/** Compiles a plugin from source and packs it, so that the tests load what a plugin author would ship. */
final class PluginJar {
    private static final String TRANSFORMER_PLUGIN = """
            package acme;

            import java.util.List;
            import org.lakeingest.api.*;

            public final class AcmePlugin implements IngestPlugin {
                public record Settings() {}

                @Override
                public List<TransformerFactory<?>> transformers() {
                    return List.of(new Factory());
                }

                static final class Factory implements TransformerFactory<Settings> {
                    @Override
                    public String name() {
                        return "NAME";
                    }

                    @Override
                    public Class<Settings> configType() {
                        return Settings.class;
                    }

                    @Override
                    public Transformer create(Settings settings, PluginContext context) {
                        return (input, output) -> { BODY };
                    }
                }
            }
            """;

    private PluginJar() {}

    /** A plugin with one transformer of that name, whose transform method has that body. */
    static Path transformer(Path folder, String name, String body) throws IOException {
        return build(
                folder, name + ".jar", TRANSFORMER_PLUGIN.replace("NAME", name).replace("BODY", body));
    }

    private static Path build(Path folder, String jarName, String source) throws IOException {
        Path work = Files.createTempDirectory(Files.createDirectories(Path.of("target", "plugins")), "plugin");
        Path file = Files.createDirectories(work.resolve("acme")).resolve("AcmePlugin.java");
        Files.writeString(file, source);
        List<String> arguments = new ArrayList<>(List.of("-nowarn", "-proc:none", "-d", work.toString()));
        arguments.addAll(List.of("-classpath", System.getProperty("java.class.path"), file.toString()));
        assertThat(ToolProvider.getSystemJavaCompiler().run(null, null, null, arguments.toArray(String[]::new)))
                .isZero();
        Path jar = Files.createDirectories(folder).resolve(jarName);
        try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar));
                Stream<Path> classes = Files.list(work.resolve("acme"))) {
            out.putNextEntry(new JarEntry("META-INF/services/org.lakeingest.api.IngestPlugin"));
            out.write("acme.AcmePlugin".getBytes(StandardCharsets.UTF_8));
            for (Path each :
                    classes.filter(path -> path.toString().endsWith(".class")).toList()) {
                out.putNextEntry(new JarEntry("acme/" + each.getFileName()));
                Files.copy(each, out);
            }
        }
        return jar;
    }
}
