package org.lakeingest.app.route;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.lakeingest.api.Target;

/** Targets by the bytes of their names, so that a row costs no object. Confined to its lane's thread. */
final class TargetNames {
    private static final int LONGEST = 200;

    private final RouteConfig config;
    private byte[][] keys = new byte[64][];
    private @Nullable Target[] targets = new Target[64];
    private int size;
    private boolean refused;
    private boolean full;

    TargetNames(RouteConfig config) {
        this.config = config;
    }

    /** The target of this name; null when it cannot be one, see {@link #refusedName} and {@link #full}. */
    @Nullable
    Target target(byte[] array, int offset, int length) {
        clear();
        int slot = slot(array, offset, length);
        Target known = targets[slot];
        return known == null ? add(slot, array, offset, length) : known;
    }

    /** Nothing is said of the last name any more. */
    void clear() {
        refused = false;
        full = false;
    }

    /** Whether the last name was no name. */
    boolean refusedName() {
        return refused;
    }

    /** Whether the last name was one too many. */
    boolean full() {
        return full;
    }

    /** Of these bytes, or the free one where they would go. */
    private int slot(byte[] array, int offset, int length) {
        int hash = 1;
        for (int i = offset; i < offset + length; i++) {
            hash = 31 * hash + array[i];
        }
        int slot = (hash ^ hash >>> 15) & (keys.length - 1);
        while (targets[slot] != null
                && !Arrays.equals(keys[slot], 0, keys[slot].length, array, offset, offset + length)) {
            slot = (slot + 1) & (keys.length - 1);
        }
        return slot;
    }

    private @Nullable Target add(int slot, byte[] array, int offset, int length) {
        String name = name(array, offset, length);
        refused = name.isEmpty();
        full = !refused && size >= config.mostTables();
        if (refused || full) {
            return null;
        }
        Target target = new Target(config.target(name));
        keys[slot] = Arrays.copyOfRange(array, offset, offset + length);
        targets[slot] = target;
        if (++size * 2 > keys.length) {
            grow();
        }
        return target;
    }

    /** Empty when it is none. */
    private static String name(byte[] array, int offset, int length) {
        try {
            String name = StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(array, offset, length))
                    .toString();
            boolean odd = name.isBlank()
                    || name.length() > LONGEST
                    || name.chars().anyMatch(c -> c == '"' || c == '`' || c == '\\' || Character.isISOControl(c));
            return odd ? "" : name;
        } catch (CharacterCodingException e) {
            return "";
        }
    }

    private void grow() {
        byte[][] oldKeys = keys;
        @Nullable Target[] oldTargets = targets;
        keys = new byte[oldKeys.length * 2][];
        targets = new Target[oldKeys.length * 2];
        for (int i = 0; i < oldKeys.length; i++) {
            Target target = oldTargets[i];
            if (target != null) {
                int slot = slot(oldKeys[i], 0, oldKeys[i].length);
                keys[slot] = oldKeys[i];
                targets[slot] = target;
            }
        }
    }
}
