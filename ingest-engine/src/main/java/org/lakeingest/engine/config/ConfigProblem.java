package org.lakeingest.engine.config;

/**
 * Something a user has to mend, or, as a warning, should. Prints as one line:
 * {@code pipeline.yaml:7:3 batch.max-rows: must be between 1 and 10000000, is 0}.
 *
 * @param path of the option, from the top of the file, joined by dots; empty for the file itself
 * @param location where it stands, or where it is missing
 * @param message what is wrong and what is allowed; holds no secret
 */
public record ConfigProblem(String path, Location location, String message) {
    @Override
    public String toString() {
        return path.isEmpty() ? location + " " + message : location + " " + path + ": " + message;
    }
}
