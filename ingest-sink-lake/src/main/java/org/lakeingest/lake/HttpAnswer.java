package org.lakeingest.lake;

/** A whole HTTP answer. */
record HttpAnswer(int status, String body) {
    boolean isSuccess() {
        return status >= 200 && status < 300;
    }
}
