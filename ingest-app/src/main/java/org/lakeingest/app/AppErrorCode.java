package org.lakeingest.app;

import org.lakeingest.api.ErrorCode;
import org.lakeingest.api.ErrorKind;

/** What can go wrong in the application itself, outside engine and plugins. */
public enum AppErrorCode implements ErrorCode {
    /** The pipeline file cannot be read, is no YAML or JSON, or has settings that do not fit. */
    CONFIG_INVALID(ErrorKind.CONFIGURATION),
    /** Two plugins claim one name, a jar cannot be read, or its entry point cannot be created. */
    PLUGIN_INVALID(ErrorKind.CONFIGURATION),
    /** The address for metrics and health cannot be had, usually because the port is taken. */
    ADMIN_UNAVAILABLE(ErrorKind.INTERNAL),
    /** A component threw something that is no {@link org.lakeingest.api.IngestException}. */
    PLUGIN_FAILED(ErrorKind.INTERNAL),
    /** The pipeline did not stop within the drain time-out. */
    DRAIN_INCOMPLETE(ErrorKind.INTERNAL);

    private final ErrorKind kind;

    AppErrorCode(ErrorKind kind) {
        this.kind = kind;
    }

    @Override
    public ErrorKind kind() {
        return kind;
    }
}
