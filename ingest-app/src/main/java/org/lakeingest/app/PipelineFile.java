package org.lakeingest.app;

import java.nio.file.Path;
import java.util.List;
import org.lakeingest.app.flat.FlatFile;
import org.lakeingest.app.plugin.PluginRegistry;
import org.lakeingest.engine.config.ConfigNode;

/** A pipeline file as it was read, whichever of the two forms it has. Immutable. */
public final class PipelineFile {
    private final ConfigNode.Mapping root;
    private final boolean flat;
    private final List<String> warnings;

    private PipelineFile(ConfigNode.Mapping root, boolean flat, List<String> warnings) {
        this.root = root;
        this.flat = flat;
        this.warnings = List.copyOf(warnings);
    }

    /**
     * Reads YAML or JSON; a flat file of the original tool is known by its keys and turned into the other form.
     *
     * @throws ConfigException when it cannot be read, with everything that is wrong with its form
     */
    public static PipelineFile read(Path path) {
        ConfigNode.Mapping root = ConfigReader.read(path);
        if (!FlatFile.isFlat(root)) {
            return new PipelineFile(root, false, List.of());
        }
        FlatFile.Converted converted = FlatFile.convert(root);
        return new PipelineFile(converted.pipeline(), true, converted.warnings());
    }

    /**
     * Gives every option its meaning; connects to nothing.
     *
     * @throws ConfigException with everything that is wrong with the whole file
     */
    public PipelineSettings bind(PluginRegistry plugins) {
        return new PipelineBinder(root, plugins).bind(flat, warnings);
    }
}
