package org.lakeingest.lake;

import org.jspecify.annotations.Nullable;

/**
 * A whole HTTP answer.
 *
 * @param location where a redirect leads
 */
record HttpAnswer(int status, String body, @Nullable String location) {
    boolean isSuccess() {
        return status >= 200 && status < 300;
    }
}
