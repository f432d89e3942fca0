package org.lakeingest.lake;

import java.util.Collection;
import org.jspecify.annotations.Nullable;
import org.lakeingest.api.IngestException;

/**
 * What is needed to write by transactions.
 *
 * @param client its own, cancelled with the sink
 * @param tables what is known of tables
 * @param strategy brings files into the stage
 * @param replace how rows take the place of older ones; null where they are added
 * @param standing what has worked in this run
 * @param pipeline name of the pipeline
 */
record LakeAccess(
        LakeClient client,
        TableManager tables,
        FilePacker packer,
        LoadStrategy strategy,
        StageArea stage,
        CopyStatement copy,
        @Nullable ReplaceStatement replace,
        Standing standing,
        String stageName,
        String pipeline) {

    /** A failure after the sink was opened, as it leaves the sink. */
    IngestException failed(String what, Collection<TableName> tables, Throwable failure) {
        return LakeException.inContext("Cannot " + what, standing.judge(tables, LakeException.of(failure)));
    }
}
