package org.lakeingest.api;

import org.jspecify.annotations.Nullable;

/** Headers of one record, in order; a name may repeat. */
public interface Headers {
    int size();

    String name(int index);

    byte @Nullable [] value(int index);

    byte @Nullable [] last(String name);
}
