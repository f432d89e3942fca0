package org.lakeingest.api;

/**
 * Reads what a {@link DeadLetterQueue} keeps, while a pipeline may go on adding to it. Confined to one thread; blocks.
 *
 * <p>Life: {@link #read} as often as wanted, then {@link #close}.
 */
public interface DeadLetterReader extends AutoCloseable {
    /** Takes letters, one after the other. */
    interface Visitor {
        /** Answers whether to go on. */
        boolean visit(DeadLetter letter);
    }

    /**
     * Hands over what is there when it is called, those of one partition in the order of their offsets unless they were given up
     * in another one. A record that was given up twice may have two letters. A queue that does not exist has no letters.
     *
     * @throws IngestException when the queue cannot be reached or read
     */
    void read(DeadLetterFilter filter, Visitor visitor);

    @Override
    void close();
}
