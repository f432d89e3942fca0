package org.lakeingest.lake;

import org.jspecify.annotations.Nullable;
import org.lakeingest.lake.encode.EncodedFile;

/**
 * A file that may be loaded as soon as its turn comes.
 *
 * @param content null once it is in the stage, or when an earlier attempt brought it there
 */
record ReadyFile(
        PackedFile packed,
        TablePlan plan,
        StagePath path,
        @Nullable EncodedFile content) {}
