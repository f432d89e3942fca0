package org.lakeingest.sandbox.lake;

import java.util.UUID;

/** What a server process remembers and a restart forgets: its id, its statements, its open transactions. Thread-safe. */
final class LakeNode implements AutoCloseable {
    private final String id = UUID.randomUUID().toString().replace("-", "").substring(0, 22);
    private final ParkedTransactions transactions = new ParkedTransactions(id);
    private final QueryRegistry queries;

    LakeNode(String name) {
        queries = new QueryRegistry(name, transactions::expire);
    }

    String id() {
        return id;
    }

    QueryRegistry queries() {
        return queries;
    }

    ParkedTransactions transactions() {
        return transactions;
    }

    /** Cancels what runs and rolls back what is open. */
    @Override
    public void close() {
        queries.close();
        transactions.close();
    }
}
