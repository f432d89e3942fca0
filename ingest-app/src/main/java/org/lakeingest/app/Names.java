package org.lakeingest.app;

import java.util.Collection;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Finds what a misspelt name may have meant. */
public final class Names {
    private static final int FARTHEST = 3;

    private Names() {}

    /** The known name with the fewest changed letters, case aside; null when none is near. */
    public static @Nullable String nearest(String name, Collection<String> known) {
        String best = null;
        int bestDistance = Math.min(FARTHEST, Math.max(1, name.length() / 3)) + 1;
        for (String candidate : known) {
            int distance = distance(name.toLowerCase(Locale.ROOT), candidate.toLowerCase(Locale.ROOT));
            if (distance < bestDistance) {
                bestDistance = distance;
                best = candidate;
            }
        }
        return best;
    }

    private static int distance(String one, String other) {
        int[] previous = new int[other.length() + 1];
        for (int column = 0; column <= other.length(); column++) {
            previous[column] = column;
        }
        for (int row = 1; row <= one.length(); row++) {
            int[] current = new int[other.length() + 1];
            current[0] = row;
            for (int column = 1; column <= other.length(); column++) {
                int change = one.charAt(row - 1) == other.charAt(column - 1) ? 0 : 1;
                current[column] =
                        Math.min(previous[column - 1] + change, Math.min(previous[column], current[column - 1]) + 1);
            }
            previous = current;
        }
        return previous[other.length()];
    }
}
