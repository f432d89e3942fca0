package org.lakeingest.format.json;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;

/** Makes objects whose fields appear, disappear, change kind and nest. */
final class RandomObjects {
    private static final String[] NAMES = {
        "id", "Name", "a.b", "\u8d1f", "price", "At", "x", "tags", "n o", "select", ""
    };
    private static final String[] INTEGERS = {
        "0", "1", "-7", "2147483648", "9007199254740992", "9007199254740993", "-9223372036854775808"
    };
    private static final String[] HUGE = {
        "9223372036854775808", "-99999999999999999999999999999999999999", "100000000000000000000000000000000000000"
    };
    private static final String[] FRACTIONS = {
        "0.5",
        "1.10",
        "-0.0",
        "1e3",
        "0.8414709848078965",
        "2.5E-300",
        "0.1000000000000000055511",
        "12345678901234567.5"
    };
    private static final String[] STRINGS = {
        "\"\"",
        "\"x\"",
        "\"5\"",
        "\"-1.5\"",
        "\"true\"",
        "\"\\u0000\\\"\\\\\"",
        "\"\u8d1f\\ud83d\\ude00\"",
        "\"NaN\"",
        "\"2026-11-30\""
    };
    private static final String[] NESTED = {
        "{}", "[]", "{\"A\":1.10,\"b\":[null,{}]}", "[1,\"x\",[true]]", "{\"id\":{\"id\":{}}}", "[ 1 , 2 ]"
    };
    private static final String[][] KINDS = {
        {"true", "false"}, INTEGERS, INTEGERS, HUGE, FRACTIONS, STRINGS, STRINGS, NESTED, {"null"}
    };

    private final Random random;
    private final int[] kinds = new int[NAMES.length];

    RandomObjects(Random random) {
        this.random = random;
        for (int i = 0; i < kinds.length; i++) {
            kinds[i] = random.nextInt(KINDS.length);
        }
    }

    List<String> batch(int most) {
        List<String> batch = new ArrayList<>();
        for (int i = 1 + random.nextInt(most); i > 0; i--) {
            batch.add(object());
        }
        return batch;
    }

    private String object() {
        List<String> fields = new ArrayList<>();
        int most = random.nextInt(20) == 0 ? NAMES.length : NAMES.length - 1;
        for (int i = 0; i < most; i++) {
            if (random.nextInt(30) == 0) {
                kinds[i] = random.nextInt(KINDS.length);
            }
            if (random.nextInt(3) > 0) {
                String[] values = KINDS[random.nextInt(8) == 0 ? KINDS.length - 1 : kinds[i]];
                String name = random.nextInt(10) == 0 ? NAMES[i].toUpperCase(Locale.ROOT) : NAMES[i];
                fields.add("\"" + name + "\": " + values[random.nextInt(values.length)]);
            }
        }
        if (random.nextInt(50) == 0 && !fields.isEmpty()) {
            fields.add(fields.get(random.nextInt(fields.size())));
        }
        return "{" + String.join(random.nextBoolean() ? "," : " , ", fields) + "}";
    }
}
