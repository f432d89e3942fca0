package org.lakeingest.sandbox.lake;

import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** BEGIN, COMMIT and ROLLBACK, and what a transaction means for every other statement. Thread-safe. */
final class TransactionStatements implements Engine.Part {
    /** The first words of the statements it knows. */
    static final String[] WORDS = {"begin", "commit", "rollback", "abort"};

    private static final Set<String> OWN = Set.of(WORDS);
    private static final Set<String> DEFINITIONS =
            Set.of("create", "drop", "alter", "truncate", "rename", "undrop", "grant", "revoke");
    private static final Set<String> LABELLED = Set.of("insert", "replace", "update", "delete", "merge", "copy");
    private static final Pattern HINTS = Pattern.compile("/\\*\\+(.*?)\\*/", Pattern.DOTALL);
    private static final Pattern HINT =
            Pattern.compile("set_var\\s*\\(\\s*(\\w+)\\s*=\\s*'?([^')]*)'?\\s*\\)", Pattern.CASE_INSENSITIVE);

    private final Writer writer;
    private final Labels labels;

    TransactionStatements(Writer writer, Labels labels) {
        this.writer = writer;
        this.labels = labels;
    }

    /**
     * Applies the rules to a statement that is about to run: nothing but the end is allowed in a failed transaction, a definition commits
     * first, and a label that is known makes the statement do nothing.
     *
     * @return whether the statement is done with
     */
    boolean settles(Token first, String sql, Session session) throws LakeException {
        String word = first.kind() == Token.Kind.WORD ? first.value() : "";
        if (OWN.contains(word)) {
            return false;
        }
        if (DEFINITIONS.contains(word)) {
            writer.commit(session);
        } else if (session.state().equals(Session.FAIL)) {
            throw new LakeException(
                    LakeCode.TRANSACTION_ABORTED,
                    "Current transaction is aborted, commands ignored until end of transaction block");
        }
        if (!LABELLED.contains(word)) {
            return false;
        }
        return settlesLoad(sql, session);
    }

    /** Whether the label of a statement that writes says that it was done already. */
    boolean settlesLoad(String sql, Session session) {
        readHints(sql, session);
        String label = session.label();
        Transaction open = session.transaction();
        return label != null
                && (open == null ? labels.known(label) : open.labels().contains(label));
    }

    /** Hints are settings for one statement; only the label has a meaning here. */
    private static void readHints(String sql, Session session) {
        Matcher hints = HINTS.matcher(sql);
        while (hints.find()) {
            Matcher hint = HINT.matcher(hints.group(1));
            while (hint.find()) {
                if (hint.group(1).equalsIgnoreCase("deduplicate_label")) {
                    session.label(hint.group(2));
                }
            }
        }
    }

    @Override
    public QueryResult execute(String word, SqlReader reader, Session session, Cancellation cancellation)
            throws LakeException {
        reader.accept("transaction");
        reader.expectEnd();
        switch (word) {
            case "begin" -> {
                if (session.state().equals(Session.AUTO_COMMIT)) {
                    session.activate(writer.begin(session));
                }
            }
            case "commit" -> writer.commit(session);
            default -> Engine.closeQuietly(session.endTransaction());
        }
        return QueryResult.NOTHING;
    }
}
