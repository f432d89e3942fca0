package org.lakeingest.sandbox.lake;

/** A request was refused by a handler: an HTTP status with {@code {"error":{"code":…,"message":…}}}. */
final class HttpError extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final int status;
    private final int code;

    HttpError(int status, String message) {
        this(status, status, message);
    }

    HttpError(int status, int code, String message) {
        super(message);
        this.status = status;
        this.code = code;
    }

    int status() {
        return status;
    }

    int code() {
        return code;
    }

    String text() {
        return String.valueOf(getMessage());
    }
}
