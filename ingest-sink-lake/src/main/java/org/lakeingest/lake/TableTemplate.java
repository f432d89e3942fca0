package org.lakeingest.lake;

import java.util.Optional;

/**
 * The option {@code table}: a table's name in which <code>${topic}</code> may stand for a topic. The rule: what is written around it
 * is read like any name, folded to lower case unless it is in quotes; the topic is put in as it is, dots, dashes and upper case
 * included, and the part that holds it is always written in quotes. So no two topics share a table. Immutable.
 */
final class TableTemplate {
    private static final String PLACEHOLDER = "${topic}";
    /** Letters only, so that it may stand in a name without quotes; not to be met in a name of anybody's. */
    private static final String MARK = "zqtopiczq";

    private static final int LONGEST_NAME = 255;

    private final String written;
    private final TableName marked;

    private TableTemplate(String written, TableName marked) {
        this.written = written;
        this.marked = marked;
    }

    /**
     * Reads {@code database.table} or {@code table}.
     *
     * @throws IllegalArgumentException when it is neither; the message starts with the option's name
     */
    static TableTemplate parse(String text, String defaultDatabase) {
        try {
            return new TableTemplate(text, TableName.parse(text.replace(PLACEHOLDER, MARK), defaultDatabase));
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(String.valueOf(e.getMessage()).replace(MARK, PLACEHOLDER), e);
        }
    }

    static TableTemplate of(TableName fixed) {
        return new TableTemplate(fixed.toString(), fixed);
    }

    /** The only table that there is; empty when it depends on the topic. */
    Optional<TableName> fixed() {
        boolean depends = marked.table().contains(MARK) || marked.database().contains(MARK);
        return depends ? Optional.empty() : Optional.of(marked);
    }

    /** The database of tables that are named without one. */
    String database() {
        return marked.database().contains(MARK) ? "default" : marked.database();
    }

    /**
     * The table of a topic.
     *
     * @throws IllegalArgumentException when the topic cannot be part of a name
     */
    TableName of(String topic) {
        Optional<TableName> fixed = fixed();
        if (fixed.isPresent()) {
            return fixed.get();
        }
        String table = marked.table().replace(MARK, topic);
        String database = marked.database().replace(MARK, topic);
        for (String name : new String[] {table, database}) {
            SqlIdentifier.checkName(name);
            if (name.length() > LONGEST_NAME) {
                throw new IllegalArgumentException("the name would have more than " + LONGEST_NAME + " characters");
            }
        }
        return new TableName(database, table);
    }

    /** Whatever the default database is, and however the names were quoted. */
    String qualified() {
        return marked.toString().replace(MARK, PLACEHOLDER);
    }

    @Override
    public String toString() {
        return fixed().map(TableName::toString).orElse(written);
    }
}
