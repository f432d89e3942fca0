package org.lakeingest.engine.config;

import java.util.Collection;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Finds what somebody meant to write. */
public final class NearestName {
    private NearestName() {}

    /** The nearest of these names, if it is near at all: no more than a third of its letters are wrong. */
    public static @Nullable String of(String written, Collection<String> names) {
        String wanted = normal(written);
        String nearest = null;
        int least = Integer.MAX_VALUE;
        for (String name : names) {
            int distance = distance(wanted, normal(name));
            if (distance < least && distance <= Math.max(1, Math.max(name.length(), written.length()) / 3)) {
                nearest = name;
                least = distance;
            }
        }
        return nearest;
    }

    /** So that maxRows and max_rows are nothing but other ways to write max-rows. */
    private static String normal(String name) {
        return name.replace("-", "").replace("_", "").toLowerCase(Locale.ROOT);
    }

    /** Insertions, deletions, replacements, and neighbours that changed places. */
    private static int distance(String a, String b) {
        int[][] cost = new int[a.length() + 1][b.length() + 1];
        for (int i = 0; i <= a.length(); i++) {
            for (int j = 0; j <= b.length(); j++) {
                if (i == 0 || j == 0) {
                    cost[i][j] = i + j;
                    continue;
                }
                int replaced = cost[i - 1][j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
                cost[i][j] = Math.min(replaced, 1 + Math.min(cost[i - 1][j], cost[i][j - 1]));
                if (i > 1 && j > 1 && a.charAt(i - 1) == b.charAt(j - 2) && a.charAt(i - 2) == b.charAt(j - 1)) {
                    cost[i][j] = Math.min(cost[i][j], cost[i - 2][j - 2] + 1);
                }
            }
        }
        return cost[a.length()][b.length()];
    }
}
