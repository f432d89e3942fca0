package org.lakeingest.api.config;

/** A value that never prints. */
public record Secret(String value) {
    @Override
    public String toString() {
        return "******";
    }
}
