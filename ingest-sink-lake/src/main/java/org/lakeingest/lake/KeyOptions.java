package org.lakeingest.lake;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.lakeingest.lake.LakeSinkConfig.Layout;
import org.lakeingest.lake.LakeSinkConfig.LoadMode;

/** Which keys go with which layout and load mode. */
final class KeyOptions {
    /** Tells records apart whatever topics share the table, and however often a topic is made anew. */
    static final List<String> ANY_RECORD = List.of("koffset", "kpartition", "uuid");

    /** Tells the records of one topic apart. */
    static final List<String> ONE_TOPIC = List.of("koffset", "kpartition");

    private KeyOptions() {}

    /** Messages start with the option's name. */
    static void check(Layout layout, LoadMode load, List<String> key) {
        if (load != LoadMode.REPLACE) {
            if (!key.isEmpty()) {
                throw new IllegalArgumentException("key is for load replace; leave it out, or set that");
            }
            return;
        }
        if (layout == Layout.RAW) {
            if (!key.isEmpty() && !same(key, ANY_RECORD) && !same(key, ONE_TOPIC)) {
                throw new IllegalArgumentException(
                        "key must be koffset, kpartition, uuid or koffset, kpartition with layout raw, not " + key);
            }
        } else if (key.isEmpty()) {
            throw new IllegalArgumentException("key must name the columns that tell rows apart, with layout columns");
        }
        Set<String> names = new HashSet<>();
        for (String name : key) {
            if (name.isBlank() || !names.add(name)) {
                throw new IllegalArgumentException("key must name columns, each once, not " + key);
            }
        }
    }

    private static boolean same(List<String> key, List<String> expected) {
        return key.size() == expected.size() && Set.copyOf(key).equals(Set.copyOf(expected));
    }

    /** The key in force. */
    static List<String> of(LakeSinkConfig config) {
        return config.key().isEmpty() && config.layout() == Layout.RAW ? ANY_RECORD : config.key();
    }
}
