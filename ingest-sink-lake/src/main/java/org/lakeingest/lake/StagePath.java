package org.lakeingest.lake;

import java.util.regex.Pattern;

/**
 * Where a file lies in the stage. The lake takes locations for prefixes, so files are always named exactly, in a folder
 * written with its trailing slash, and a file's name is never the beginning of another's.
 *
 * @param stage name of the stage, {@code ~} for the user's own
 * @param folder without a slash at either end
 * @param file name without a slash
 */
record StagePath(String stage, String folder, String file) {
    private static final Pattern STAGE = Pattern.compile("~|[A-Za-z_][A-Za-z0-9_$]*");
    private static final Pattern UNSAFE = Pattern.compile("[^A-Za-z0-9_-]");

    /** Refuses what cannot be written unquoted in a location; the message starts with the option's name. */
    static void checkStage(String stage) {
        if (!STAGE.matcher(stage).matches()) {
            throw new IllegalArgumentException("stage must be ~ or the name of a stage, not '" + stage + "'");
        }
    }

    /** The folder of all files of one run of one pipeline; characters that locations give a meaning become {@code _}. */
    static String folderOf(String pipeline, String runId) {
        return UNSAFE.matcher(pipeline).replaceAll("_") + "/" + runId;
    }

    /** The folder, as a location in a statement. */
    String location() {
        return "@" + stage + "/" + folder + "/";
    }

    /** The file, as a location in a statement. */
    String fileLocation() {
        return location() + file;
    }

    @Override
    public String toString() {
        return fileLocation();
    }
}
