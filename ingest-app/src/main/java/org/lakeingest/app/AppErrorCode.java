package org.lakeingest.app;

import org.lakeingest.api.ErrorCode;
import org.lakeingest.api.ErrorKind;

/** What can go wrong in the application itself, outside engine and plugins. */
public enum AppErrorCode implements ErrorCode {
    PLUGIN_INVALID(
            ErrorKind.CONFIGURATION,
            "Two plugins offer one name, a jar cannot be read, or a plugin cannot be created.",
            "remove or replace the jar that is named"),
    ADMIN_UNAVAILABLE(
            ErrorKind.INTERNAL,
            "The address for metrics and health cannot be had, usually because the port is taken.",
            "set admin.port to a free one (0 takes any) or admin.host to an address of this machine"),
    PLUGIN_FAILED(
            ErrorKind.INTERNAL,
            "A component threw something that no component may throw.",
            "report it to whoever made the plugin; --stacktrace shows where"),
    SETTING_DOUBTFUL(
            ErrorKind.CONFIGURATION,
            "A warning only: a setting is unknown, has no effect, or may not do what is expected of it.",
            "do what the line says, or leave it"),
    JVM_DIED(
            ErrorKind.INTERNAL,
            "The JVM could not start, ran out of memory, crashed, was killed, or lost a thread of a library.",
            "look at the lines before, at INGEST_HEAP and JAVA_OPTS, and at what the system says about killed processes"),
    NATIVE_CODE_UNUSABLE(
            ErrorKind.CONFIGURATION,
            "Native code, such as that of compression, cannot be loaded: the temporary folder is not writable, or mounted noexec.",
            "set INGEST_TMP to a folder that is writable and not mounted noexec"),
    DRAIN_INCOMPLETE(
            ErrorKind.INTERNAL,
            "The pipeline did not stop within drain-timeout.",
            "nothing is lost: what was not committed is read again; raise drain-timeout if the lake is slow");

    private final ErrorKind kind;
    private final String meaning;
    private final String remedy;

    AppErrorCode(ErrorKind kind, String meaning, String remedy) {
        this.kind = kind;
        this.meaning = meaning;
        this.remedy = remedy;
    }

    @Override
    public ErrorKind kind() {
        return kind;
    }

    /** One sentence. */
    public String meaning() {
        return meaning;
    }

    /** What a user can do, as the end of a sentence. */
    public String remedy() {
        return remedy;
    }
}
