package org.lakeingest.api;

/**
 * An ordered log within a source: for Kafka, a topic and a partition number. The incarnation tells a stream from an earlier
 * one of the same name: for Kafka, cluster id, slash, and topic id. What stands before a slash is common to all streams of a cluster.
 */
public record SourcePartition(String stream, String incarnation, int number) {
    /** The cluster that the stream is in; empty when the incarnation does not tell. */
    public String cluster() {
        return incarnation.substring(0, Math.max(0, incarnation.indexOf('/')));
    }
}
