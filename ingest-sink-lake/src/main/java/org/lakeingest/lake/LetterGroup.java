package org.lakeingest.lake;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.lakeingest.api.DeadLetter;

/**
 * Letters that share a file. After a load whose outcome is not known the file comes again under its name, whoever asks for it, since
 * that is what the lake knows it by. Guarded by the queue.
 */
final class LetterGroup {
    private static final int NUMBER_DIGITS = 6;

    final GroupAttempt attempt = new GroupAttempt();
    private final TableName table;
    private final String name;
    private final Map<String, DeadLetter> letters = new LinkedHashMap<>();
    private long bytes;

    /** Complete with the outcome of the load that runs or comes next. */
    CompletableFuture<Void> outcome = new CompletableFuture<>();

    LetterGroup(TableName table, long number) {
        this.table = table;
        String digits = Long.toString(number);
        this.name = "letters-" + "0".repeat(Math.max(0, NUMBER_DIGITS - digits.length())) + digits;
    }

    /** What tells a letter from others. */
    static String key(DeadLetter letter) {
        return letter.place() + "/" + letter.partition().incarnation();
    }

    void add(DeadLetter letter) {
        if (letters.put(key(letter), letter) == null) {
            byte[] key = letter.key();
            byte[] value = letter.value();
            bytes += (key == null ? 0 : key.length) + (value == null ? 0 : value.length);
        }
    }

    List<String> keys() {
        return new ArrayList<>(letters.keySet());
    }

    int size() {
        return letters.size();
    }

    long bytes() {
        return bytes;
    }

    PackedFile file() {
        LetterRows rows = new LetterRows(new ArrayList<>(letters.values()));
        return new PackedFile(table, LetterRows.SCHEMA, name, List.of(rows), rows.rowCount());
    }
}
