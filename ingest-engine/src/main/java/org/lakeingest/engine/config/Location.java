package org.lakeingest.engine.config;

/**
 * Where something stands in a configuration.
 *
 * @param file as the user named it, or another origin such as {@code command line}
 * @param line counted from 1; 0 when the origin has no lines
 * @param column counted from 1; 0 when unknown
 */
public record Location(String file, int line, int column) {
    /** Of something that no file contains. */
    public static Location of(String origin) {
        return new Location(origin, 0, 0);
    }

    /** {@code pipeline.yaml:7:3}, as editors and terminals understand it. */
    @Override
    public String toString() {
        if (line <= 0) {
            return file;
        }
        return column <= 0 ? file + ":" + line : file + ":" + line + ":" + column;
    }
}
