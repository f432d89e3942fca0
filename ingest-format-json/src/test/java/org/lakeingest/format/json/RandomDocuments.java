package org.lakeingest.format.json;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** JSON texts, odd but valid, as a seed makes them. */
final class RandomDocuments {
    private static final String[] PIECES = {
        "\\\"",
        "\\\\",
        "\\/",
        "\\b",
        "\\n",
        "\\u0000",
        "\\u00e9",
        "\\ud83d\\ude00",
        "\\\\u",
        "\\\\ud800",
        "\u00e9",
        "\u8d1f\u8f7d",
        "\ud83d\ude00",
        "\u2028",
        "\uffff",
        "\u007f",
        "abc",
        "{",
        "}",
        "[",
        "]",
        ",",
        ":",
        "/*",
        " ",
        "1e400",
        "true"
    };
    private static final String[] SCALARS = {
        "true", "false", "null", "{}", "[]", "\"\"", "0", "-0.0e-0", "1E+2", "123456789012345678901234567890"
    };
    private static final String[] SPACES = {"", "", "", "", " ", "\n", "\r\n", "\t  ", "          "};

    private final Random random;

    RandomDocuments(Random random) {
        this.random = random;
    }

    List<byte[]> batch(int most) {
        List<byte[]> batch = new ArrayList<>();
        for (int i = random.nextInt(most); i >= 0; i--) {
            StringBuilder text = new StringBuilder(space());
            value(text, random.nextInt(5));
            batch.add(text.append(space()).toString().getBytes(UTF_8));
        }
        return batch;
    }

    private void value(StringBuilder text, int depth) {
        switch (random.nextInt(depth == 0 ? 3 : 6)) {
            case 0 -> text.append(SCALARS[random.nextInt(SCALARS.length)]);
            case 1 ->
                text.append(random.nextInt(1000) - 500).append(random.nextBoolean() ? "" : "." + random.nextInt(1000));
            case 2 -> text.append('"').append(string()).append('"');
            case 3 -> array(text, depth - 1);
            default -> object(text, depth - 1);
        }
    }

    private void array(StringBuilder text, int depth) {
        text.append('[').append(space());
        for (int i = random.nextInt(5); i > 0; i--) {
            value(text, depth);
            text.append(space()).append(i > 1 ? "," : "").append(space());
        }
        text.append(']');
    }

    /** The names begin with a number, so that none occurs twice. */
    private void object(StringBuilder text, int depth) {
        text.append('{').append(space());
        for (int i = random.nextInt(5); i > 0; i--) {
            text.append('"')
                    .append(i)
                    .append(string())
                    .append('"')
                    .append(space())
                    .append(':')
                    .append(space());
            value(text, depth);
            text.append(space()).append(i > 1 ? "," : "").append(space());
        }
        text.append('}');
    }

    private String string() {
        StringBuilder string = new StringBuilder();
        for (int i = random.nextInt(5); i > 0; i--) {
            string.append(PIECES[random.nextInt(PIECES.length)]);
        }
        return string.toString();
    }

    private String space() {
        return SPACES[random.nextInt(SPACES.length)];
    }
}
