package org.lakeingest.api;

import java.util.Set;

/**
 * What a pipeline reads, and as whom: what tells two pipelines of one name apart as far as their sources go.
 *
 * @param group those who share this name share the streams' partitions and positions
 * @param streams that are read, by name
 */
public record SourceIdentity(String group, Set<String> streams) {
    public SourceIdentity {
        streams = Set.copyOf(streams);
    }
}
