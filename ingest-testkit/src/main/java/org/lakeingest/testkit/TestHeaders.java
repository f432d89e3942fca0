package org.lakeingest.testkit;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.lakeingest.api.Headers;

/** Immutable; grows by copy. */
final class TestHeaders implements Headers {
    static final TestHeaders NONE = new TestHeaders(List.of(), List.of());

    private final List<String> names;
    private final List<byte @Nullable []> values;

    private TestHeaders(List<String> names, List<byte @Nullable []> values) {
        this.names = names;
        this.values = values;
    }

    TestHeaders with(String name, byte @Nullable [] value) {
        List<String> moreNames = new ArrayList<>(names);
        moreNames.add(name);
        List<byte @Nullable []> moreValues = new ArrayList<>(values);
        moreValues.add(value);
        return new TestHeaders(moreNames, moreValues);
    }

    @Override
    public int size() {
        return names.size();
    }

    @Override
    public String name(int index) {
        return names.get(index);
    }

    @Override
    public byte @Nullable [] value(int index) {
        return values.get(index);
    }

    @Override
    public byte @Nullable [] last(String name) {
        int index = names.lastIndexOf(name);
        return index < 0 ? null : values.get(index);
    }
}
