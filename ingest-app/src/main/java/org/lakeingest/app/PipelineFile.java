package org.lakeingest.app;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.lakeingest.app.flat.FlatFile;
import org.lakeingest.app.plugin.PluginRegistry;
import org.lakeingest.engine.config.ConfigNode;
import org.lakeingest.engine.config.ConfigProblem;

/** A pipeline file as it was read, whichever of the two forms it has. Immutable. */
public final class PipelineFile {
    private final ConfigNode.Mapping root;
    private final List<String> warnings;
    private final FlatFile.@Nullable Converted flat;

    private PipelineFile(ConfigNode.Mapping root, FlatFile.@Nullable Converted flat, List<String> warnings) {
        this.root = root;
        this.flat = flat;
        this.warnings = List.copyOf(warnings);
    }

    private static PipelineFile of(FlatFile.Converted flat) {
        return new PipelineFile(flat.pipeline(), flat, flat.warnings());
    }

    /**
     * Reads a file of either form.
     *
     * @throws ConfigException when it cannot be read, with everything that is wrong with its form
     */
    public static PipelineFile read(Path path) {
        return read(path, () -> {});
    }

    /**
     * Reads YAML or JSON; a flat file of the original tool is known by its keys and turned into the other form.
     *
     * @param whenFlat run as soon as the file shows that it is a flat one, before anything in it is refused
     * @throws ConfigException when it cannot be read, with everything that is wrong with its form
     */
    public static PipelineFile read(Path path, Runnable whenFlat) {
        ConfigNode.Mapping root;
        try {
            root = ConfigReader.read(path);
        } catch (ConfigException e) {
            if (FlatFile.resembles(path)) {
                whenFlat.run();
            }
            throw e;
        }
        if (!FlatFile.isFlat(root)) {
            return new PipelineFile(root, null, List.of());
        }
        whenFlat.run();
        return of(FlatFile.convert(root));
    }

    /**
     * Reads a flat file of the original tool, whatever its keys are.
     *
     * @throws ConfigException when it cannot be read, with everything that is wrong with its form
     */
    public static PipelineFile readFlat(Path path) {
        ConfigNode.Mapping root = ConfigReader.read(path);
        if (root.get("source") != null || root.get("sink") != null) {
            throw new ConfigException(List.of(new ConfigProblem(
                    "", root.location(), "is a pipeline file, not a flat one; `ingest run -f FILE` runs it")));
        }
        return of(FlatFile.convert(root));
    }

    /**
     * The original tool's flags in place of a file.
     *
     * @param flags values by name, checked for their type
     * @throws ConfigException with everything that is wrong with them
     */
    public static PipelineFile ofFlags(Map<String, String> flags) {
        return of(FlatFile.convertFlags(flags));
    }

    /** The same with one warning more. */
    public PipelineFile warning(String warning) {
        List<String> all = new ArrayList<>(warnings);
        all.add(warning);
        return new PipelineFile(root, flat, all);
    }

    /** What is odd about its form, one line each. */
    public List<String> warnings() {
        return warnings;
    }

    /** A flat file as a pipeline file in YAML; empty for any other. */
    public String converted() {
        return flat == null ? "" : flat.text();
    }

    /**
     * Gives every option its meaning; connects to nothing.
     *
     * @throws ConfigException with everything that is wrong with the whole file
     */
    public PipelineSettings bind(PluginRegistry plugins) {
        try {
            return new PipelineBinder(root, plugins).bind(flat != null, warnings);
        } catch (ConfigException e) {
            throw flat == null ? e : new ConfigException(flat.inKeysOfTheFile(e.problems()));
        }
    }
}
