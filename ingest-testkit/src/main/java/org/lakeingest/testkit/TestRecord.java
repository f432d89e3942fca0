package org.lakeingest.testkit;

import org.jspecify.annotations.Nullable;

@SuppressWarnings("ArrayRecordComponent") // never compared; the arrays are those a client would hold
record TestRecord(
        long offset, long timestampMillis, byte @Nullable [] key, byte @Nullable [] value, TestHeaders headers) {}
