package org.lakeingest.api;

/** Implemented by one enum per module. The name is stable: it is a metric tag and an entry in the error reference. */
public interface ErrorCode {
    String name();

    ErrorKind kind();
}
