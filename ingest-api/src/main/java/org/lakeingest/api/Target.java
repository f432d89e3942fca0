package org.lakeingest.api;

/** Where a row is bound for: {@link #DEFAULT}, or a name that the sink resolves (for the lake: a table). */
public record Target(String name) {
    /** The target that the sink's configuration names. */
    public static final Target DEFAULT = new Target("");
}
